// Binds what lies in out/pages/ into out/ladle.txt, with an index in front, and clears the table.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const out = new URL('../out/', import.meta.url);
const pages = new URL('pages/', out);

if (!existsSync(pages)) {
  console.error('press: nothing to press');
  process.exit(3);
}

const [index, bodies] = [[], []];
for (const file of readdirSync(pages).sort()) {
  const body = readFileSync(new URL(file, pages), 'utf8');
  bodies.push(body);
  index.push(`${body.split('\n')[0].padEnd(30, '.')} ${bodies.length + 1}`);
}

writeFileSync(new URL('ladle.txt', out), [`LADLE\n\n${index.join('\n')}\n`, ...bodies].join('\f\n'));
rmSync(pages, { recursive: true });
console.log(`press: out/ladle.txt, ${bodies.length} recipes`);
