'use strict';
const { bar, columns, words } = require('./text');
const { stamp } = require('./parse');

// Who wrote how many messages and words, most messages first. People
// with the same number stand in the order of their names.
function top(messages) {
  const people = new Map();
  for (const { who, text } of messages) {
    const person = people.get(who) || { who, messages: 0, words: 0 };
    person.messages += 1;
    person.words += words(text).length;
    people.set(who, person);
  }
  return [...people.values()].sort((a, b) => b.messages - a.messages || (a.who < b.who ? -1 : 1));
}

// Messages in each of the 24 hours.
function hours(messages) {
  const counts = new Array(24).fill(0);
  for (const { minute } of messages) counts[Math.floor(minute / 60)] += 1;
  return counts;
}

// A reply is a message by somebody else within so many minutes of the
// one before. Two people who type at the same time count as replying.
function replies(messages, within = 15) {
  const pairs = new Map();
  for (let i = 1; i < messages.length; i += 1) {
    const [before, here] = [messages[i - 1], messages[i]];
    if (before.who === here.who || stamp(here) - stamp(before) > within) continue;
    const key = JSON.stringify([here.who, before.who]);
    pairs.set(key, (pairs.get(key) || 0) + 1);
  }
  return [...pairs]
    .map(([key, count]) => ({ from: JSON.parse(key)[0], to: JSON.parse(key)[1], count }))
    .sort((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1));
}

function showTop(messages) {
  const people = top(messages);
  const most = people.length > 0 ? people[0].messages : 0;
  return columns(people.map((p) => [p.who, p.messages, bar(p.messages, most)]));
}

function showHours(messages) {
  const counts = hours(messages);
  const most = Math.max(...counts);
  return columns(counts.map((n, h) => [String(h).padStart(2, '0'), n, bar(n, most)])).filter(
    (line, h) => counts[h] > 0
  );
}

function showReplies(messages) {
  return columns(replies(messages).map((r) => [r.from + ' -> ' + r.to, r.count]));
}

module.exports = { hours, replies, showHours, showReplies, showTop, top };
