'use strict';

// Rows of cells as lines. Numbers go to the right, the rest to the
// left.
function columns(rows) {
  const widths = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] || 0, String(cell).length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, i) =>
        typeof cell === 'number' ? String(cell).padStart(widths[i]) : cell.padEnd(widths[i])
      )
      .join('  ')
      .trimEnd()
  );
}

function bar(value, most, width = 24) {
  if (most === 0 || value === 0) return '';
  return '#'.repeat(Math.max(1, Math.round((value / most) * width)));
}

function words(text) {
  return text.toLowerCase().match(/[a-z']+/g) || [];
}

module.exports = { bar, columns, words };
