'use strict';
const assert = require('node:assert/strict');
const test = require('node:test');
const { hours, replies, showTop, top } = require('../src/talk');

const at = (minute, who, text = 'x') => ({ day: '2024-05-03', minute, who, text });

test('top counts messages and words', () => {
  const people = top([at(1, 'rook', 'a b'), at(2, 'wren', 'c'), at(3, 'wren', "it's")]);
  assert.deepEqual(people, [
    { who: 'wren', messages: 2, words: 2 },
    { who: 'rook', messages: 1, words: 2 },
  ]);
});

test('hours are counted from midnight', () => {
  const counts = hours([at(0, 'a'), at(59, 'a'), at(60, 'a')]);
  assert.deepEqual(counts.slice(0, 3), [2, 1, 0]);
});

test('a reply comes from somebody else, soon', () => {
  assert.deepEqual(replies([at(1, 'a'), at(2, 'b'), at(3, 'b'), at(40, 'a')]), [
    { from: 'b', to: 'a', count: 1 },
  ]);
});

test('the bars are as long as they should be', () => {
  assert.deepEqual(showTop([at(1, 'a'), at(2, 'a'), at(3, 'b')]), [
    'a  2  ' + '#'.repeat(24),
    'b  1  ' + '#'.repeat(12),
  ]);
});
