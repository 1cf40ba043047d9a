// A table of tasks, page by page.
import { get } from '/forms/api.js';
import { inConsole } from '/forms/camunda-pages.js';
import { el, words } from '/forms/dom.js';

const PAGE = 25;

function time(text) {
  return text ? new Date(text).toLocaleString() : '';
}

function lease(task) {
  if (!task.lease) return '';
  return `${time(task.lease.expiresAt)} (${left(task.lease)})`;
}

/** How long a lease still lasts. */
export function left(lease) {
  const seconds = Math.round((new Date(lease.expiresAt) - Date.now()) / 1000);
  if (seconds <= 0) return 'run out';
  return seconds < 120 ? `${seconds} s left` : `${Math.floor(seconds / 60)} min left`;
}

/**
 * Shows the tasks that a query finds.
 *
 * @param actions for a task, the elements of the last column
 */
export async function table(node, query, actions) {
  const body = el('tbody', {});
  const more = el('button', { type: 'button', class: 'btn btn-default', hidden: true }, 'More');
  const empty = el('p', { hidden: true }, 'There are none.');
  let next;
  const load = async () => {
    const page = await get(`/tasks?limit=${PAGE}&${query}${next ? '&after=' + encodeURIComponent(next) : ''}`);
    body.append(...page.tasks.map(task => row(task, actions)));
    next = page.next;
    more.hidden = !next;
    empty.hidden = body.rows.length > 0;
  };
  more.addEventListener('click', () => load().catch(error => failed(node, error)));
  node.replaceChildren(
    el('div', { class: 'baton-wide' }, el('table', { class: 'cam-table baton-tasks' },
      el('thead', {}, el('tr', {}, ['Title', 'Task', 'State', 'Since', 'Assignee', 'Lease until', 'Version', '']
        .map(name => el('th', { scope: 'col' }, name)))), body)),
    empty, more);
  await load();
}

function row(task, actions) {
  return el('tr', { 'data-task': task.id },
    el('td', {}, el('a', { href: inConsole(task.id) }, task.title)),
    el('td', {}, task.id === task.title ? '' : task.id),
    el('td', {}, words(task.state), task.abandonedAt ? ' (abandoned)' : null),
    el('td', {}, time(task.stateEnteredAt)),
    el('td', {}, task.assignee ?? ''),
    el('td', {}, lease(task)),
    el('td', {}, `${task.lifecycle} ${task.version}`),
    el('td', {}, actions(task)));
}

export function failed(node, error) {
  node.replaceChildren(el('div', { class: 'alert alert-danger', role: 'alert' }, 'The tasks can\'t be shown: ' + error.message));
}
