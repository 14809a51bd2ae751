'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { spawnSync } = require('node:child_process');

const root = path.join(__dirname, '..');
const bats = (file) =>
  spawnSync(process.execPath, ['bin/hearsay.js', 'bats', file], { cwd: root, encoding: 'utf8' });

test('who is up at night', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bats-'));
  const file = path.join(folder, 'x.log');
  const times = {
    wren: ['22:59', '23:00', '04:59'],
    rook: ['05:00', '12:00'],
    heron: ['00:00', '23:59', '03:00'],
    finch: ['23:30', '01:00'],
  };
  const lines = Object.entries(times).flatMap(([who, all]) =>
    all.map((time) => `2024-05-03 ${time} ${who}: x`)
  );
  fs.writeFileSync(file, lines.join('\n') + '\n');
  const { status, stdout } = bats(file);
  fs.rmSync(folder, { recursive: true });
  assert.equal(status, 0);
  assert.deepEqual(stdout.trim().split('\n'), ['heron  3', 'finch  2', 'wren   2']);
});

test('the sample', () => {
  assert.equal(bats('samples/kitchen.log').stdout, 'dunnock  1\nfinch    1\n');
});
