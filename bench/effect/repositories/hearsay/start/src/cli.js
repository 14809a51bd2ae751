'use strict';
const fs = require('node:fs');
const { parse } = require('./parse');
const { report } = require('./report');
const { showHours, showReplies, showTop } = require('./talk');
const { showMoods } = require('./moods');

// Each command takes the messages and gives lines.
const COMMANDS = {
  top: showTop,
  hours: showHours,
  replies: showReplies,
  mood: showMoods,
  report,
};

function fail(text) {
  process.stderr.write('hearsay: ' + text + '\n');
  return 2;
}

function main(args) {
  const [name, file] = args;
  if (!Object.hasOwn(COMMANDS, name || '')) {
    return fail('commands are ' + Object.keys(COMMANDS).join(', '));
  }
  if (file === undefined) return fail('which log?');
  let log;
  try {
    log = fs.readFileSync(file, 'utf8');
  } catch (error) {
    return fail('cannot read ' + file + ' (' + error.code + ')');
  }
  const messages = parse(log);
  if (messages.length === 0) return fail('no messages in ' + file);
  process.stdout.write(COMMANDS[name](messages).join('\n') + '\n');
  return 0;
}

module.exports = { COMMANDS, main };
