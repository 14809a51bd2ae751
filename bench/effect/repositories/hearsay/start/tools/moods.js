'use strict';
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

// Makes src/mood-words.js of data/moods.csv.
const rows = fs
  .readFileSync(path.join(root, 'data/moods.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));
rows.sort((a, b) => (a[0] < b[0] ? -1 : 1));
const body = rows.map(([word, weight]) => `  ['${word}', ${Number(weight)}],`).join('\n');
fs.writeFileSync(
  path.join(root, 'src/mood-words.js'),
  `'use strict';\n\nmodule.exports = new Map([\n${body}\n]);\n`
);
console.log(`moods: ${rows.length} words`);
