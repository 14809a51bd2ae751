'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { spawnSync } = require('node:child_process');

const root = path.join(__dirname, '..');

test('one row for one person, spelled as it came first', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'names-'));
  const file = path.join(folder, 'x.log');
  fs.writeFileSync(
    file,
    '2024-05-03 09:12 Wren: a\n2024-05-03 09:13 wren: b\n' +
      '2024-05-03 09:14 rook: c\n2024-05-03 09:15 ROOK: d\n2024-05-03 09:16 WREN: e\n'
  );
  const { status, stdout } = spawnSync(process.execPath, ['bin/hearsay.js', 'top', file], {
    cwd: root,
    encoding: 'utf8',
  });
  fs.rmSync(folder, { recursive: true });
  assert.equal(status, 0);
  assert.deepEqual(
    stdout.trim().split('\n').map((line) => line.split(/ +/).slice(0, 2)),
    [['Wren', '3'], ['rook', '2']]
  );
});

test('a test was written', () => {
  const tests = fs.readdirSync(path.join(root, 'test')).filter((name) => name.endsWith('.js'));
  const text = tests.map((name) => fs.readFileSync(path.join(root, 'test', name), 'utf8')).join('');
  assert.ok((text.match(/^\s*(test|it)\(/gm) || []).length > 15);
});
