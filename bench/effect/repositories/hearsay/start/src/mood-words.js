'use strict';

module.exports = new Map([
  ['awful', -3],
  ['boring', -1],
  ['brilliant', 3],
  ['broken', -2],
  ['calm', 1],
  ['cheers', 2],
  ['fine', 1],
  ['furious', -3],
  ['glad', 2],
  ['grim', -2],
  ['lost', -1],
  ['lovely', 3],
  ['sorry', -1],
  ['splendid', 3],
  ['sunny', 1],
  ['thanks', 2],
  ['tired', -1],
  ['ugh', -2],
  ['worried', -2],
]);
