'use strict';
const assert = require('node:assert/strict');
const test = require('node:test');
const { parse, stamp } = require('../src/parse');

test('a line is a message', () => {
  assert.deepEqual(parse('2024-05-03 09:12 wren: the kettle: on\n'), [
    { day: '2024-05-03', minute: 552, who: 'wren', text: 'the kettle: on' },
  ]);
});

test('other lines belong to the message before', () => {
  const [message] = parse('stray\n2024-05-03 09:12 wren: one\ntwo\r\nthree');
  assert.equal(message.text, 'one\ntwo\nthree');
});

test('events are left out', () => {
  assert.deepEqual(parse('* rook has left *\n2024-05-03 09:12 * rook is back *\n'), []);
});

test('stamps know about midnight', () => {
  const [a, b] = parse('2024-05-03 23:59 a: x\n2024-05-04 00:01 b: y\n');
  assert.equal(stamp(b) - stamp(a), 2);
});
