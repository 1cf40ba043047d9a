import { el } from './dom.js';
import { field } from './fields.js';
import { named } from './submitting.js';

const TITLE = { title: 'Title', type: 'string', maxLength: 120, description: 'What is to be done, in one line' };
const PRIORITY = { title: 'Priority', type: 'integer', description: 'A lower number comes sooner; 100 is ordinary' };
const BLOCKERS = {
  title: 'Waits for', type: 'array', description: 'Tasks that have to be finished first',
  items: { type: 'string', format: 'task', maxLength: 128 }
};
const FIRST = ['description', 'inputText', 'text'];

/** What is wanted is shown as Markdown. */
const withHint = ({ name, schema }) => FIRST.includes(name) ? { ...schema, description: [schema.description, 'Markdown works'].filter(Boolean).join('. ') } : schema;

const values = parts => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.value()]).filter(([, value]) => value !== undefined));

/** The fields of a new task: what is needed and what is wanted first, settings folded. */
export function startFields(lifecycle) {
  const own = { title: field(TITLE, 'title', true), priority: field(PRIORITY, 'priority', false), blockedBy: field(BLOCKERS, 'blockedBy', false) };
  const data = Object.fromEntries(lifecycle.start.map(one => [one.name, field(withHint(one), one.name, one.required)]));
  const first = lifecycle.start.filter(one => one.required || FIRST.includes(one.name)).sort((a, b) => FIRST.includes(b.name) - FIRST.includes(a.name)).map(one => one.name);
  const rest = Object.keys(data).filter(name => !first.includes(name));
  return {
    element: el('div', {}, own.title.element, first.map(name => data[name].element), own.priority.element,
      el('details', { class: 'baton-section' }, el('summary', {}, 'More settings'), own.blockedBy.element, rest.map(name => data[name].element))),
    fields: () => [...Object.entries(own), ...Object.entries(data)].map(([name, part]) => named(name, part)),
    values: () => ({ own: values(own), data: values(data) }),
    /** Fields that there is nothing for are emptied. */
    restore: kept => {
      Object.entries(own).forEach(([name, part]) => part.set(kept.own[name]));
      Object.entries(data).forEach(([name, part]) => part.set(kept.data[name]));
    }
  };
}
