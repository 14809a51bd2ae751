'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { spawnSync } = require('node:child_process');

const root = path.join(__dirname, '..');

function pause(log) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pause-'));
  const file = path.join(folder, 'x.log');
  fs.writeFileSync(file, log);
  const { status, stdout } = spawnSync(process.execPath, ['bin/hearsay.js', 'pause', file], {
    cwd: root,
    encoding: 'utf8',
  });
  fs.rmSync(folder, { recursive: true });
  assert.equal(status, 0);
  return stdout.trim();
}

test('the sample', () => {
  const log = fs.readFileSync(path.join(root, 'samples/quay.log'), 'utf8');
  assert.equal(pause(log), '2024-05-03 13:01 to 2024-05-04 06:12  17 h 11 min');
});

test('the earlier of two', () => {
  const times = ['09:00', '09:05', '09:10', '09:11'];
  const log = times.map((time) => `2024-05-03 ${time} a: x\n`).join('');
  assert.equal(pause(log), '2024-05-03 09:00 to 2024-05-03 09:05  0 h 5 min');
});

test('one message has no pause', () => {
  assert.equal(pause('2024-05-03 09:00 a: x\n'), 'no pause');
});
