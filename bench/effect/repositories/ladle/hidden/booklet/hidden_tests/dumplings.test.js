import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadShelf } from '../src/server.js';

test('on the shelf', () => {
  const dumplings = loadShelf().get('plum-dumplings');
  assert.equal(dumplings.title.toLowerCase(), 'plum dumplings');
  assert.equal(dumplings.serves, 4);
  assert.equal(dumplings.ingredients.length, 6);
  assert.deepEqual(
    dumplings.ingredients.map((each) => each.amount),
    [500, 150, 1, 12, 4, null],
  );
  assert.equal(dumplings.steps.length, 3);
});

test('in the booklet, with all the others', () => {
  const booklet = readFileSync(new URL('../out/ladle.txt', import.meta.url), 'utf8');
  const [index, ...pages] = booklet.split('\f');
  assert.equal(pages.length, 4);
  assert.match(index, /PLUM DUMPLINGS\.+ \d/);
  assert.ok(pages.some((page) => page.includes('PLUM DUMPLINGS') && page.includes('12 plums')));
});
