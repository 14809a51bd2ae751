import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIngredient } from '../src/recipe.js';
import { convert } from '../src/units.js';

test('dag', () => {
  assert.equal(convert(3, 'dag', 'g'), 30);
  assert.equal(parseIngredient('12 dag sugar').name, 'sugar');
});

test('EL', () => {
  assert.equal(convert(2, 'EL', 'ml'), 30);
  assert.equal(parseIngredient('2 EL rum').name, 'rum');
});

test('what was there before', () => {
  assert.equal(convert(1, 'pinch', 'ml'), 0.3);
  assert.equal(convert(1, 'tbsp', 'tsp'), 3);
});
