import { el, title } from './dom.js';

const NOTES = /note|reason|text|feedback|question|error|clarification/i;

/**
 * The fields of a move in an element: what is needed and the note first, the rest folded.
 *
 * @param parts each with its name, schema and part, and whether it is required
 */
export function arranged(parts) {
  const first = parts.filter(one => one.required || NOTES.test(one.name));
  const rest = parts.filter(one => !first.includes(one));
  const elements = list => list.map(one => one.part.element);
  return el('div', {}, elements(first), rest.length
    ? el('details', { class: 'baton-section' }, el('summary', {}, rest.map(one => title(one.schema, one.name)).join(', ')), elements(rest)) : null);
}
