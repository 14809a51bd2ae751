'use strict';
const assert = require('node:assert/strict');
const test = require('node:test');
const { weigh } = require('../src/moods');

test('the new words have their weights', () => {
  assert.equal(weigh('Blimey!'), -1);
  assert.equal(weigh('quite chuffed'), 2);
});

test('the old ones have kept theirs', () => {
  assert.deepEqual(
    ['awful', 'hooray', 'ta', 'meh', 'sorry', 'boring', 'cheers', 'fine'].map(weigh),
    [-3, 3, 2, -1, 0, -1, 2, 1]
  );
});
