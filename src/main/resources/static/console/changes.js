import { el } from '../forms/dom.js';
import { field } from '../forms/fields.js';
import { ask } from './dialogs.js';
import { api } from './server.js';

const TITLE = { title: 'Title', type: 'string', maxLength: 300, pattern: '.*' };
const PRIORITY = { title: 'Priority', type: 'integer', description: 'A lower number comes sooner; 100 is ordinary' };
const BLOCKERS = { title: 'Waits for', type: 'array', description: 'Tasks that have to be finished first', items: { type: 'string', format: 'task', maxLength: 128 } };
const REASON = { title: 'Reason', type: 'string', maxLength: 1000 };

/** Asks for the fields and sends them, unless the person does not want to; answers as the server does. */
async function change(fields, values, send, { missing, ...asked }) {
  const parts = Object.entries(fields).map(([name, schema]) => [name, field(schema, name, schema !== BLOCKERS)]);
  parts.forEach(([name, part]) => values[name] !== undefined && part.set(values[name]));
  const given = await ask({
    ...asked, content: el('div', {}, parts.map(([, part]) => part.element)), focus: parts[0][1].element.querySelector('input, textarea'),
    value: () => Object.fromEntries(parts.map(([name, part]) => [name, part.value()])),
    check: answer => parts.some(([name]) => fields[name] !== BLOCKERS && answer[name] === undefined) ? missing : null
  });
  return given && send(given);
}

const path = id => '/tasks/' + encodeURIComponent(id);

/** Changes the title, the priority and what the task waits for. */
export function edit(task) {
  const before = { title: task.title, priority: task.priority, blockedBy: task.blockedBy.map(one => one.id) };
  const fields = { title: TITLE, priority: PRIORITY, ...task.active ? { blockedBy: BLOCKERS } : {} };
  return change(fields, before, async ({ title, priority, blockedBy = [] }) => {
    const changed = { ...title === before.title ? {} : { title }, ...priority === before.priority ? {} : { priority } };
    const answer = Object.keys(changed).length ? await api(path(task.id), changed, 'PATCH') : { ok: true };
    if (!answer.ok || String(blockedBy) === String(before.blockedBy)) return answer;
    return api(path(task.id) + '/blockers', { blockedBy }, 'PUT');
  }, { title: 'Change this task', action: 'Save', missing: 'It needs a title and a priority.' });
}

/** Gives the work on a task to somebody else; its state stays. */
export function handOver({ id, title, holder }) {
  return change({ to: { title: 'To', type: 'string', format: 'person', maxLength: 64 }, reason: REASON }, {}, given => api(path(id) + '/assignee', given), {
    title: `Hand over “${title}”`, text: `${holder} works on it now and can't move it any more then. Its state stays.`, action: 'Hand over', missing: 'Say to whom, and why.'
  });
}

/** Takes a task out of the system; its history stays. */
export function abandon(task) {
  return change({ reason: REASON }, {}, given => api(path(task.id), given, 'DELETE'), {
    title: 'Abandon this task?', text: 'It stops where it is, whatever its diagram says, and this can\'t be undone. Its history stays.',
    action: 'Abandon', danger: true, missing: 'Say why.'
  });
}
