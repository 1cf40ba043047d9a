// The page of a process instance: a tab with the task in the ledger, and the way that it has taken on the diagram.
import { engine, get } from '/forms/api.js';
import { inConsole } from '/forms/camunda-pages.js';
import { el, words } from '/forms/dom.js';
import { draw, travelled } from './baton-path.js';
import { left } from './baton-table.js';

const REFRESH = 5000;

function time(text) {
  return text ? new Date(text).toLocaleString() : null;
}

/** The timer of a lease is no job until it is due. */
function lease(task) {
  if (!task.lease) return null;
  return `until ${time(task.lease.expiresAt)} (${left(task.lease)}), epoch ${task.lease.epoch}`;
}

function heartbeat(task) {
  const beat = task.data.heartbeat;
  return beat ? [time(beat.at), beat.note].filter(Boolean).join(': ') : null;
}

function rows(task) {
  return [
    ['Task', el('a', { href: inConsole(task.id) }, task.id)],
    ['Title', task.title],
    ['State', words(task.state)],
    ['Since', time(task.stateEnteredAt)],
    ['Assignee', task.assignee],
    ['Lease', lease(task)],
    ['Last heartbeat', heartbeat(task)],
    ['Attempts', `${task.attempts} of ${task.maxAttempts}`],
    ['Waits for', task.blockedBy.map(blocker => `${blocker.id} (${words(blocker.state)})`).join(', ')],
    ['Flags', task.flags.map(words).join(', ')]
  ].filter(([, value]) => value);
}

function show(node, task) {
  node.replaceChildren(el('table', { class: 'cam-table', id: 'baton-task' }, el('tbody', {},
    rows(task).map(([name, value]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value))))));
}

async function taskId(processInstanceId) {
  return (await engine('/process-instance/' + encodeURIComponent(processInstanceId))).businessKey;
}

let timer;

export default [
  {
    id: 'baton.task',
    pluginPoint: 'cockpit.processInstance.runtime.tab',
    priority: 30, // before the variables, of which there are hardly any
    properties: { label: 'Task' },

    render(node, { processInstanceId }) {
      const refresh = async () => {
        try {
          show(node, await get('/tasks/' + encodeURIComponent(await taskId(processInstanceId))));
        } catch (error) {
          node.textContent = `The task can't be shown: ${error.message}`;
        }
      };
      refresh();
      timer = setInterval(refresh, REFRESH);
    },

    unmount() {
      clearInterval(timer);
    }
  },
  {
    id: 'baton.path',
    pluginPoint: 'cockpit.processInstance.diagram.plugin',
    priority: 20,

    async render(viewer, { processInstanceId }) {
      try {
        draw(viewer, await travelled(await taskId(processInstanceId)));
      } catch (error) {
        console.warn('The way of the task can\'t be drawn:', error.message);
      }
    }
  }
];
