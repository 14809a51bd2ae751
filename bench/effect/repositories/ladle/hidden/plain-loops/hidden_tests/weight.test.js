import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseRecipe } from '../src/recipe.js';
import { weightOf } from '../src/scale.js';

const ROOT = new URL('../', import.meta.url);

test('only what is weighed', () => {
  const recipe = parseRecipe('# X\nserves: 1\n- 1 kg flour\n- 2 oz sugar\n- 1 l milk\n- 3 eggs\n- salt\n');
  assert.ok(Math.abs(weightOf(recipe) - 1056.7) < 0.01);
});

test('nothing is weighed', () => {
  assert.equal(weightOf(parseRecipe('# Y\nserves: 1\n- 1 l milk\n- salt\n')), 0);
});

test('at the bottom of a page', () => {
  execFileSync('node', ['scripts/pages.js'], { cwd: ROOT });
  const page = (name) => readFileSync(new URL(`out/pages/${name}.txt`, ROOT), 'utf8');
  assert.match(page('shortbread'), /weighs 680 g\s*$/);
  assert.match(page('lentil-soup'), /weighs 500 g\s*$/);
  assert.doesNotMatch(page('pancakes'), /weighs/);
});
