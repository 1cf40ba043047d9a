import { arranged } from '../forms/arranging.js';
import { el } from '../forms/dom.js';
import { field } from '../forms/fields.js';
import { named } from '../forms/submitting.js';

/** The fields of what a move needs. */
export function moveForm(artifacts) {
  const parts = artifacts.map(one => ({ ...one, part: field(one.schema, one.name, one.required) }));
  const before = JSON.stringify(values(parts));
  return {
    box: el('div'),
    element: arranged(parts),
    fields: () => parts.map(one => named(one.name, one.part)),
    values: () => values(parts),
    missing: () => parts.filter(one => one.required && one.part.value() === undefined),
    changed: () => JSON.stringify(values(parts)) !== before
  };
}

function values(parts) {
  return Object.fromEntries(parts.map(one => [one.name, one.part.value()]).filter(([, value]) => value !== undefined));
}
