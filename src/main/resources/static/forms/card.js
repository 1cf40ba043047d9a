import { inConsole } from './camunda-pages.js';
import { parts, question } from '/console/question.js';
import { actionOf, el, title, words } from './dom.js';
import { empty, moment, reading } from './reading.js';

const RECENT = 8;
const CHILDREN = 5;

/** An id that the server has made up: people know the task by its title. */
const GENERATED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/;

/** What the last step brought that says more than who has to act: the question to decide. */
export function asked(task, lifecycle, history) {
  const names = value => Array.isArray(value) && value.every(one => typeof one === 'string');
  const last = history.filter(step => step.kind !== 'edit' && step.kind !== 'within'
    && Object.values(step.payload ?? {}).some(value => !empty(value) && !names(value))).at(-1);
  const shown = last && question(last, lifecycle, task);
  if (!shown) return [];
  const all = parts(last, lifecycle, task);
  const heading = all.length ? `All ${all.join(' and ')} are in` : `${last.trigger ? actionOf(last, lifecycle) : 'By itself'}, by ${last.actor}`;
  return [clipped(el('section', { class: 'baton-asked-for' }, el('h4', {}, heading), shown))];
}

/** Shows only the beginning of what is long, so that the decision stays in sight. */
function clipped(content) {
  const all = el('button', { type: 'button', class: 'btn btn-default btn-sm', hidden: true, click: () => {
    size.disconnect();
    content.classList.remove('baton-clipped');
    all.remove();
  } }, 'Show all');
  const size = new ResizeObserver(() => {
    content.classList.add('baton-clipped');
    all.hidden = content.scrollHeight <= content.clientHeight + 1;
    content.classList.toggle('baton-clipped', !all.hidden);
  });
  size.observe(content);
  return el('div', {}, content, all);
}

/** All that is known of the task, and what happened to it, folded. */
export function more(task, lifecycle, history) {
  const first = new Set(lifecycle.start.map(artifact => artifact.name));
  const names = Object.keys(task.data).filter(name => !empty(task.data[name]));
  const section = name => el('section', { 'data-section': name },
    el('h4', {}, title(lifecycle.schemas[name], name)), reading(task.data[name], lifecycle.schemas[name]));
  return [
    el('details', { class: 'baton-section', 'data-section': 'task' }, el('summary', {}, 'The task'),
      names.filter(name => first.has(name)).map(section), names.filter(name => !first.has(name)).map(section)),
    recent(history, lifecycle)
  ];
}

export function facts(task, lifecycle, due) {
  return el('div', { class: 'baton-facts' },
    el('span', { class: 'baton-state' }, words(task.state)),
    task.flags.map(flag => el('span', { class: 'baton-flag' }, words(flag))),
    el('span', {}, 'Priority ' + task.priority),
    task.assignee ? el('span', {}, 'Worked on by ' + task.assignee) : null,
    task.attempts ? el('span', {}, `Attempt ${task.attempts} of ${task.maxAttempts}`) : null,
    counters(task, lifecycle).map(name => el('span', {}, `${title(lifecycle.schemas[name], name)}: ${task.data[name]}`)),
    due ? el('span', {}, 'Due ', moment(due)) : null,
    el('span', {}, 'Created ', moment(task.createdAt)),
    task.blockedBy.length ? el('span', {}, 'Waits for ' + task.blockedBy.map(b => `${b.id} (${words(b.state)})`).join(', ')) : null,
    task.parent ? el('span', {}, 'Part of ', el('a', { href: inConsole(task.parent) }, task.parent)) : null,
    task.children?.length ? el('span', {}, 'Subtasks: ', task.children.slice(0, CHILDREN).flatMap((child, i) =>
      [i ? ', ' : '', el('a', { href: inConsole(child.id) }, child.id), ` (${words(child.state)})`]),
      task.children.length > CHILDREN ? ` and ${task.children.length - CHILDREN} more` : null) : null,
    GENERATED.test(task.id) ? null : el('span', { title: 'The task\'s id' }, task.id));
}

/** What the diagram counts for this task, besides the attempts that each task has. */
function counters(task, lifecycle) {
  const counted = lifecycle.transitions.concat(lifecycle.within).flatMap(way => way.counts ?? []);
  return [...new Set(counted)].filter(name => name !== 'attempts' && typeof task.data[name] === 'number');
}

function recent(history, lifecycle) {
  const shown = history.slice(-RECENT).reverse();
  return el('details', { class: 'baton-section' },
    el('summary', {}, 'What happened'),
    el('ul', { class: 'baton-history' }, shown.map(step => el('li', {},
      moment(step.at), ' · ', el('strong', {}, step.actor), ' · ',
      step.kind === 'edit' ? 'Changed ' + changed(step.payload) : moved(step, lifecycle), note(step.payload)))),
    history.length > shown.length ? el('div', { class: 'baton-hint' }, `The last ${shown.length} of ${history.length} steps`) : null);
}

function moved(step, lifecycle) {
  const trigger = step.trigger ? actionOf(step, lifecycle) : 'By itself';
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
