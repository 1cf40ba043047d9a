// The page of human tasks: how many wait, and for whom.
import { engine } from '/forms/api.js';
import { el } from '/forms/dom.js';

async function kinds() {
  const counts = await Promise.all(['assigned=true', 'unassigned=true&withCandidateGroups=true', 'unassigned=true&withoutCandidateGroups=true', '']
    .map(query => engine('/task/count?' + query)));
  return ['Assigned to somebody', 'Offered to a group', 'Neither', 'All'].map((name, i) => [name, counts[i].count]);
}

async function groups() {
  return (await engine('/task/report/candidate-group-count')).map(one => [one.groupName ?? 'no group', one.taskCount]);
}

function table(title, rows) {
  return el('section', { class: 'baton-people' }, el('h3', {}, title), el('table', { class: 'cam-table' }, el('tbody', {},
    rows.map(([name, count]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, String(count)))))));
}

export default {
  id: 'baton.people',
  pluginPoint: 'cockpit.tasks.dashboard',
  priority: 10,
  async render(node) {
    try {
      node.append(table('Human tasks', await kinds()), table('By group', await groups()),
        el('p', {}, el('a', { href: '/camunda/app/tasklist/default/' }, 'Open them in Tasklist')));
    } catch (error) {
      node.textContent = 'The counts can\'t be shown: ' + error.message;
    }
  }
};
