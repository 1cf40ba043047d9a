// The page of a process definition: its running and its ended tasks, each with its way on the diagram.
import { engine } from '/forms/api.js';
import { el } from '/forms/dom.js';
import { draw, travelled } from './baton-path.js';
import { failed, table } from './baton-table.js';

let viewer;

function onDiagram(task) {
  const button = el('button', { type: 'button', class: 'btn btn-link baton-show', 'aria-pressed': 'false' }, 'Show its way');
  button.addEventListener('click', async () => {
    draw(viewer, await travelled(task.id));
    document.querySelectorAll('.baton-show').forEach(one => one.setAttribute('aria-pressed', String(one === button)));
  });
  return button;
}

function tab(id, label, priority, query) {
  return {
    id,
    pluginPoint: 'cockpit.processDefinition.runtime.tab',
    priority,
    properties: { label },
    async render(node, { processDefinitionId }) {
      try {
        const { key } = await engine('/process-definition/' + encodeURIComponent(processDefinitionId));
        await table(node, `lifecycle=${encodeURIComponent(key)}&${query}`, onDiagram);
      } catch (error) {
        failed(node, error);
      }
    }
  };
}

export default [
  tab('baton.tasks', 'Tasks', 12, 'active=true&sort=entered'),
  tab('baton.ended', 'Ended tasks', 8, 'active=false&abandoned=true&sort=updated'),
  {
    id: 'baton.diagram',
    pluginPoint: 'cockpit.processDefinition.diagram.plugin',
    priority: 20,
    render(shown) {
      viewer = shown;
    }
  }
];
