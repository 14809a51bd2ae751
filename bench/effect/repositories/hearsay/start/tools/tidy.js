'use strict';
const fs = require('node:fs');
const path = require('node:path');

const WIDTH = 72;

// Fills a run of full-line comments again, as long as the width allows.
// Indented words after the slashes are left as they stand.
function refill(run) {
  const indent = /^ */.exec(run[0])[0];
  const texts = run.map((line) => line.trim().slice(2));
  if (texts.some((text) => !/^ \S/.test(text))) return run;
  const lines = [];
  let line = '';
  for (const word of texts.join(' ').trim().split(/ +/)) {
    if (line !== '' && (indent + '// ' + line + ' ' + word).length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : line + ' ' + word;
    }
  }
  return [...lines, line].map((text) => indent + '// ' + text);
}

// The lines of requires that follow each other, sorted by what they
// require; node's own come first.
function sortRequires(run) {
  const key = (line) => {
    const name = /require\('([^']+)'\)/.exec(line)[1];
    return (name.startsWith('node:') ? '0' : '1') + line;
  };
  return [...run].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

const RULES = [
  [/^ *\/\//, refill],
  [/^const .* = require\('[^']+'\);$/, sortRequires],
];

function tidy(source) {
  const lines = source.split('\n').map((line) => line.trimEnd());
  const out = [];
  for (let i = 0; i < lines.length; ) {
    const rule = RULES.find(([start]) => start.test(lines[i]));
    let end = i + 1;
    while (rule && end < lines.length && rule[0].test(lines[end])) end += 1;
    out.push(...(rule ? rule[1](lines.slice(i, end)) : [lines[i]]));
    i = end;
  }
  return out.join('\n').replace(/\n+$/, '') + '\n';
}

function sources(folder) {
  return fs.readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => path.join(folder, name));
}

if (require.main === module) {
  const [mode, ...named] = process.argv.slice(2);
  const files = named.length > 0 ? named : ['bin', 'src', 'test', 'tools'].flatMap(sources);
  let bad = 0;
  for (const file of files) {
    const source = fs.readFileSync(file, 'utf8');
    if (tidy(source) === source) continue;
    bad += 1;
    if (mode === '--write') fs.writeFileSync(file, tidy(source));
  }
  if (mode === '--write') console.log(`${bad} of ${files.length} files rewritten`);
  else process.exitCode = bad > 0 ? 1 : 0;
}

module.exports = { tidy };
