'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { parse } = require('../src/parse');
const { report } = require('../src/report');

for (const name of ['quay', 'kitchen']) {
  test('the page of ' + name, () => {
    const log = fs.readFileSync(path.join(__dirname, '../samples', name + '.log'), 'utf8');
    const golden = fs.readFileSync(path.join(__dirname, 'golden', name + '.txt'), 'utf8');
    const page = report(parse(log)).join('\n') + '\n';
    assert.ok(page === golden, 'differs from test/golden/' + name + '.txt; on purpose? npm run golden');
  });
}
