import { el, newId, title } from '../forms/dom.js';
import { field } from '../forms/fields.js';
import { named } from '../forms/submitting.js';

/** The fields of what a move needs; what it can do without is folded. */
export function moveForm(artifacts) {
  const parts = artifacts.map(one => ({ ...one, part: field(one.schema, one.name, one.required) }));
  const note = one => /note|reason|text|feedback|question|error/i.test(one.name);
  const first = parts.filter(one => one.required || note(one));
  const rest = parts.filter(one => !first.includes(one));
  const before = JSON.stringify(values(parts));
  return {
    box: el('div'),
    element: el('div', { id: newId() }, first.map(one => one.part.element),
      rest.length ? el('details', { class: 'baton-section' }, el('summary', {}, rest.map(one => title(one.schema, one.name)).join(', ')), rest.map(one => one.part.element)) : null),
    fields: () => parts.map(one => named(one.name, one.part)),
    values: () => values(parts),
    missing: () => parts.filter(one => one.required && one.part.value() === undefined),
    changed: () => JSON.stringify(values(parts)) !== before
  };
}

function values(parts) {
  return Object.fromEntries(parts.map(one => [one.name, one.part.value()]).filter(([, value]) => value !== undefined));
}
