'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { spawnSync } = require('node:child_process');

const root = path.join(__dirname, '..');
const hearsay = (...args) =>
  spawnSync(process.execPath, ['bin/hearsay.js', ...args], { cwd: root, encoding: 'utf8' }).stdout;

test('the face comes last', () => {
  for (const command of ['mood', 'report']) {
    assert.match(hearsay(command, 'samples/quay.log'), /^heron +-0\.5 +:\($/m);
    assert.match(hearsay(command, 'samples/kitchen.log'), /^finch +0 +:\|$/m);
  }
});

test('the golden pages have followed, and nothing else has changed in them', () => {
  for (const name of ['quay', 'kitchen']) {
    const golden = fs.readFileSync(path.join(root, 'test/golden', name + '.txt'), 'utf8');
    assert.equal(golden, hearsay('report', 'samples/' + name + '.log'));
    assert.match(golden, /^\d+ messages by \d people on 2 days\n\nWho talks\n/);
  }
});
