'use strict';
const assert = require('node:assert/strict');
const test = require('node:test');
const { face, moods, weigh } = require('../src/moods');

test('words are weighed', () => {
  assert.equal(weigh('Lovely! but BROKEN, and a stone'), 1);
});

test('the merriest comes first', () => {
  const found = moods([
    { who: 'rook', text: 'ugh' },
    { who: 'wren', text: 'thanks' },
    { who: 'wren', text: 'a stone' },
  ]);
  assert.deepEqual(found, [
    { who: 'wren', mood: 1 },
    { who: 'rook', mood: -2 },
  ]);
  assert.deepEqual(found.map((p) => face(p.mood)), [':)', ':(']);
});
