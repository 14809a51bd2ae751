'use strict';
const moodWords = require('./mood-words');
const { columns, words } = require('./text');

// The sum of the weights of the words that have one.
function weigh(text) {
  return words(text).reduce((sum, word) => sum + (moodWords.get(word) || 0), 0);
}

// The mean mood of each person's messages, the merriest first; rounded
// to one digit.
function moods(messages) {
  const people = new Map();
  for (const { who, text } of messages) {
    const person = people.get(who) || { who, sum: 0, count: 0 };
    person.sum += weigh(text);
    person.count += 1;
    people.set(who, person);
  }
  return [...people.values()]
    .map(({ who, sum, count }) => ({ who, mood: Math.round((sum / count) * 10) / 10 }))
    .sort((a, b) => b.mood - a.mood || (a.who < b.who ? -1 : 1));
}

function face(mood) {
  if (mood >= 0.5) return ':)';
  return mood <= -0.5 ? ':(' : ':|';
}

function showMoods(messages) {
  return columns(moods(messages).map(({ who, mood }) => [who, face(mood), mood]));
}

module.exports = { face, moods, showMoods, weigh };
