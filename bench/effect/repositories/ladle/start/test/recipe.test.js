import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIngredient, parseRecipe, RecipeError } from '../src/recipe.js';
import { sayIngredient, scale, toMetric } from '../src/scale.js';

const TOAST = `# Toast
serves: 1

- 2 slices bread
- 1/2 oz butter
- jam

1. Toast the bread.
2. You know the rest.
`;

test('a recipe', () => {
  const toast = parseRecipe(TOAST);
  assert.equal(toast.title, 'Toast');
  assert.equal(toast.steps.length, 2);
  assert.deepEqual(toast.ingredients[1], { amount: 0.5, unit: 'oz', name: 'butter' });
});

test('a thing that is counted has no unit', () => {
  assert.deepEqual(parseIngredient('2 eggs'), { amount: 2, unit: null, name: 'eggs' });
});

test('a recipe for nobody', () => {
  assert.throws(() => parseRecipe('# Air\nserves: 0\n'), RecipeError);
});

test('toast for five', () => {
  const lines = scale(parseRecipe(TOAST), 5).ingredients.map(sayIngredient);
  assert.deepEqual(lines, ['10 slices bread', '2 1/2 oz butter', 'jam']);
});

test('metric toast', () => {
  assert.equal(sayIngredient(toMetric(parseRecipe(TOAST)).ingredients[1]), '14 g butter');
});
