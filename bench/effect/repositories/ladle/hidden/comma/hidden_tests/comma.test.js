import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAmount, sayAmount } from '../src/amounts.js';
import { parseIngredient } from '../src/recipe.js';

test('a comma between digits', () => {
  assert.equal(readAmount('0,5 l milk').value, 0.5);
  assert.equal(readAmount('12,25').value, 12.25);
  assert.deepEqual(parseIngredient('1,5 cup flour'), { amount: 1.5, unit: 'cup', name: 'flour' });
});

test('as before', () => {
  assert.equal(readAmount('0.5 l milk').value, 0.5);
  assert.equal(readAmount('1 1/2 cup flour').value, 1.5);
  assert.equal(readAmount('salt, pepper'), null);
  assert.equal(sayAmount(0.5), '1/2');
});
