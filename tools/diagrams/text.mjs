/** How much room bpmn-js needs for a text: Arial's widths, a little generous since the reader's font may be another. */

const NARROW = new Set([...'ijl|!.,:;\'()[]{}ftI /-']);
const WIDE = new Set([...'mwMW@%']);

export function width(text, size) {
  return [...text].reduce((sum, c) => sum + size * (NARROW.has(c) ? 0.33 : WIDE.has(c) ? 0.85 : c < 'a' ? 0.66 : 0.56), 0);
}

export function lines(text, room, size) {
  return text.split(/\n/).flatMap(paragraph => {
    const done = [];
    let line = '';
    for (const word of paragraph.split(/\s+|(?<=-)/)) {
      const joined = line ? line + (line.endsWith('-') ? '' : ' ') + word : word;
      if (line && width(joined, size) > room) {
        done.push(line);
        line = word;
      } else {
        line = joined;
      }
    }
    return [...done, line];
  });
}

/** The box that the text of an outside label really covers: centred, from the top of the label's box. */
export function covered({ text, box }) {
  const rows = lines(text, box.width, 11);
  const broad = Math.max(...rows.map(row => width(row, 11)));
  return { x: box.x + (box.width - broad) / 2, y: box.y, width: broad, height: rows.length * 13.2 };
}
