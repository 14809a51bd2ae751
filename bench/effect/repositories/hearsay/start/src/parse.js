'use strict';

const HEAD = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}) ([^:*]+): ?(.*)$/;
const EVENT = /^(?:\d{4}-\d{2}-\d{2} \d{2}:\d{2} )?\* .* \*$/;

// A message is { day, minute, who, text }, where minute counts from
// midnight. Times are what the export says, in whatever zone its phone
// was; nothing here converts them.
function parse(log) {
  const messages = [];
  for (const line of log.split(/\r?\n/)) {
    if (line === '' || EVENT.test(line)) continue;
    const head = HEAD.exec(line);
    if (head) {
      const [, day, hour, minute, who, text] = head;
      messages.push({ day, minute: Number(hour) * 60 + Number(minute), who: who.trim(), text });
    } else if (messages.length > 0) {
      messages[messages.length - 1].text += '\n' + line;
    }
  }
  return messages;
}

// Minutes since some far-off midnight: good for differences only.
function stamp(message) {
  return Date.parse(message.day + 'T00:00:00Z') / 60000 + message.minute;
}

module.exports = { parse, stamp };
