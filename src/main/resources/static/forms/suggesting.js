import { get } from './api.js';
import { el } from './dom.js';

/** What the server knows for a format of a schema: a list of values, each with what it means. */
const SOURCES = {
  person: async typed => (await get('/people?q=' + encodeURIComponent(typed))).people
    .map(one => [one.id, [one.name === one.id ? '' : one.name, (one.groups ?? []).join(', ')].filter(Boolean).join(' · ')]),
  task: async typed => (await get('/tasks?active=true&limit=20&sort=updated' + (typed ? '&q=' + encodeURIComponent(typed) : ''))).tasks
    .map(one => [one.id, one.title])
};

/** Offers values to choose from while one types; other values stay possible. */
export function suggest(input, schema) {
  const examples = schema.examples?.length > 1 ? schema.examples.map(value => [value, '']) : null;
  const source = SOURCES[schema.format] ?? (examples && (async () => examples));
  if (!source || input.tagName !== 'INPUT') return;
  const list = el('datalist', { id: input.id + '-list' });
  let asked;
  const offer = async () => {
    const typed = input.value.trim();
    if (typed === asked) return;
    asked = typed;
    try {
      const values = await source(typed);
      if (typed === asked) list.replaceChildren(...values.map(([value, label]) => el('option', { value, label: label || null })));
    } catch {
      asked = undefined; // typing works without suggestions
    }
  };
  input.setAttribute('list', list.id);
  input.setAttribute('autocomplete', 'off');
  input.addEventListener('focus', () => {
    if (!list.isConnected) input.after(list);
    offer();
  });
  input.addEventListener('input', offer);
}
