// A search for tasks in Cockpit's header, by id or a part of the title, and the page with what it finds.
import { engine } from '/forms/api.js';
import { el } from '/forms/dom.js';
import { failed, table } from './baton-table.js';

const PATH = '/baton-tasks';

/** The instance of a running task is looked up when somebody wants it. */
function inCockpit(task) {
  if (task.terminal || task.abandonedAt) return '';
  const link = el('button', { type: 'button', class: 'btn btn-link' }, 'Instance');
  link.addEventListener('click', async () => {
    const [instance] = await engine('/process-instance?businessKey=' + encodeURIComponent(task.id));
    if (instance) location.hash = `#/process-instance/${instance.id}/runtime?tab=baton.task`;
    else link.replaceWith('It has ended');
  });
  return link;
}

const wanted = () => new URLSearchParams(location.hash.split('?')[1]).get('q') ?? '';

export default [
  {
    id: 'baton.find',
    pluginPoint: 'cockpit.navigation',
    priority: 1,
    checkActive: () => false,
    render(node) {
      const text = el('input', { class: 'form-control input-sm', type: 'search', name: 'task', placeholder: 'Task id or title', 'aria-label': 'Find a task' });
      const find = event => {
        event.preventDefault();
        if (text.value.trim()) location.hash = `#${PATH}?q=${encodeURIComponent(text.value.trim())}`;
      };
      node.append(el('form', { class: 'baton-find', role: 'search', submit: find }, text));
    }
  },
  {
    id: 'baton.console',
    pluginPoint: 'cockpit.navigation',
    priority: 0,
    checkActive: () => false,
    render: node => node.append(el('a', { href: '/' }, 'Console'))
  },
  {
    id: 'baton.found',
    pluginPoint: 'cockpit.route',
    properties: { path: PATH },
    render(node) {
      const place = el('div', {});
      node.className = 'baton-found';
      node.append(el('h3', {}, `Tasks with “${wanted()}”`), place);
      table(place, `abandoned=true&sort=updated&q=${encodeURIComponent(wanted())}`, inCockpit).catch(error => failed(place, error));
    }
  }
];
