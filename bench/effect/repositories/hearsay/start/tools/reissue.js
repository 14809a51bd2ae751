'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { parse } = require('../src/parse');
const { report } = require('../src/report');

const root = path.join(__dirname, '..');

// Writes the pages in test/golden/ anew, one for each sample.
for (const name of fs.readdirSync(path.join(root, 'samples')).sort()) {
  const messages = parse(fs.readFileSync(path.join(root, 'samples', name), 'utf8'));
  const page = path.join(root, 'test/golden', name.replace(/\.log$/, '.txt'));
  fs.writeFileSync(page, report(messages).join('\n') + '\n');
  console.log('reissued ' + path.relative(root, page));
}
