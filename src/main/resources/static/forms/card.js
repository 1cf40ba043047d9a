import { el, title, words } from './dom.js';
import { empty, moment, reading } from './reading.js';

const RECENT = 8;

/** What a person needs to know of a task to decide about it. */
export function card(task, lifecycle, history) {
  const asked = new Set(lifecycle.start.map(artifact => artifact.name));
  const names = Object.keys(task.data).filter(name => !empty(task.data[name]));
  const section = name => el('section', { 'data-section': name },
    el('h4', {}, title(lifecycle.schemas[name], name)), reading(task.data[name], lifecycle.schemas[name]));
  return el('div', {},
    facts(task, lifecycle),
    names.filter(name => asked.has(name)).map(section),
    names.filter(name => !asked.has(name)).map(section),
    recent(history));
}

function facts(task, lifecycle) {
  return el('div', { class: 'baton-facts' },
    el('span', { class: 'baton-state' }, words(task.state)),
    task.flags.map(flag => el('span', { class: 'baton-flag' }, words(flag))),
    el('span', {}, lifecycle.name ?? task.lifecycle),
    el('span', {}, 'Priority ' + task.priority),
    task.assignee ? el('span', {}, 'Worked on by ' + task.assignee) : null,
    task.attempts ? el('span', {}, `Attempt ${task.attempts} of ${task.maxAttempts}`) : null,
    el('span', {}, 'Created ', moment(task.createdAt)),
    task.blockedBy.length ? el('span', {}, 'Waits for ' + task.blockedBy.map(b => `${b.id} (${words(b.state)})`).join(', ')) : null,
    el('span', { title: 'The task\'s id' }, task.id));
}

function recent(history) {
  const shown = history.slice(-RECENT).reverse();
  return el('details', { class: 'baton-section', open: true },
    el('summary', {}, 'What happened'),
    el('ul', { class: 'baton-history' }, shown.map(step => el('li', {},
      moment(step.at), ' · ', el('strong', {}, step.actor), ' · ',
      step.kind === 'edit' ? 'Changed ' + changed(step.payload) : moved(step), note(step.payload)))),
    history.length > shown.length ? el('div', { class: 'baton-hint' }, `The last ${shown.length} of ${history.length} steps`) : null);
}

function moved(step) {
  const trigger = step.trigger ? words(step.trigger) : 'By itself';
  return trigger + (step.from ? `: ${words(step.from)} → ${words(step.to)}` : `: ${words(step.to)}`);
}

/** The fields of an edit, each an object with the value before and after. */
function changed(payload) {
  return Object.keys(payload).filter(name => payload[name] && typeof payload[name] === 'object').map(words).join(', ');
}

/** The first words that came with a step. */
function note(payload) {
  const text = Object.values(payload ?? {}).find(value => typeof value === 'string' && value.trim());
  return text ? el('span', { class: 'baton-hint' }, ' “' + (text.length > 160 ? text.slice(0, 160) + ' …' : text) + '”') : null;
}
