'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const test = require('node:test');
const { spawnSync } = require('node:child_process');

const bin = path.join(__dirname, '../bin/hearsay.js');
const sample = path.join(__dirname, '../samples/kitchen.log');
const run = (...args) => spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' });

test('a command prints lines', () => {
  const { status, stdout } = run('replies', sample);
  assert.equal(status, 0);
  assert.match(stdout, /^dunnock -> finch {3}2$/m);
});

test('complaints go to stderr', () => {
  for (const args of [[], ['sing', sample], ['top'], ['top', '/no/such/file']]) {
    const { status, stderr, stdout } = run(...args);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^hearsay: /);
  }
});
