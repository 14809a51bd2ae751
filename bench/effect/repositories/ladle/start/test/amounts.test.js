import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAmount, sayAmount } from '../src/amounts.js';

test('amounts as cooks write them', () => {
  assert.deepEqual(readAmount('2 eggs'), { value: 2, rest: 'eggs' });
  assert.deepEqual(readAmount('3/4 cup milk'), { value: 0.75, rest: 'cup milk' });
  assert.deepEqual(readAmount('1 1/2 cup flour'), { value: 1.5, rest: 'cup flour' });
  assert.deepEqual(readAmount('0.5 l stock'), { value: 0.5, rest: 'l stock' });
});

test('no amount', () => {
  assert.equal(readAmount('salt'), null);
  assert.equal(readAmount('7up'), null);
});

test('amounts as cooks say them', () => {
  assert.equal(sayAmount(1.5), '1 1/2');
  assert.equal(sayAmount(0.34), '1/3');
  assert.equal(sayAmount(2.96), '3');
  assert.equal(sayAmount(0.04), 'a little');
  assert.equal(sayAmount(354.9), '355');
});
