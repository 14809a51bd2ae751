// data/kitchen-units.txt is what people write, src/tables/units.json what the program reads.
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const table = {};

for (const line of readFileSync(new URL('data/kitchen-units.txt', root), 'utf8').split('\n')) {
  if (line.trim() === '' || line.startsWith('#')) continue;
  const [kind, size, ...names] = line.split(/\s+/);
  for (const name of names) {
    table[name] = { kind, size: Number(size), short: names[0] };
  }
}

writeFileSync(new URL('src/tables/units.json', root), JSON.stringify(table, null, 2) + '\n');
