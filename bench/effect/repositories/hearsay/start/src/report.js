'use strict';
const { showHours, showReplies, showTop } = require('./talk');
const { showMoods } = require('./moods');

const PARTS = [
  ['Who talks', showTop],
  ['When', showHours],
  ['Who answers whom', showReplies],
  ['In what mood', showMoods],
];

// The whole page, as lines.
function report(messages) {
  const days = new Set(messages.map((m) => m.day));
  const lines = [`${messages.length} messages on ${days.size} days`];
  for (const [title, show] of PARTS) {
    lines.push('', title, '-'.repeat(title.length), ...show(messages));
  }
  return lines;
}

module.exports = { report };
