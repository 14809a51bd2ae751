import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert, isUnit, metricFor, shortName, UnitError } from '../src/units.js';

test('spoons into cups', () => {
  assert.equal(convert(3, 'tsp', 'tbsp'), 1);
  assert.ok(Math.abs(convert(1, 'pint', 'cup') - 2) < 0.001);
});

test('a pound is no pint', () => {
  assert.throws(() => convert(1, 'lb', 'pint'), UnitError);
});

test('names', () => {
  assert.equal(shortName('tablespoons'), 'tbsp');
  assert.equal(metricFor('oz'), 'g');
  assert.ok(!isUnit('eggs'));
});
