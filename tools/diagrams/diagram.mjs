import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BpmnModdle } from 'bpmn-moddle';

const camunda = createRequire(import.meta.url)('camunda-bpmn-moddle/resources/camunda.json');

/** Reads a BPMN file: its definitions as objects, and what the reader complained about. */
export async function read(file) {
  return parse(readFileSync(file, 'utf8'));
}

export async function parse(xml) {
  const { rootElement, warnings } = await new BpmnModdle({ camunda }).fromXML(xml);
  return { definitions: rootElement, warnings: warnings.map(w => w.message.split('\n')[0]) };
}

/**
 * What is drawn: shapes with their boxes, arrows with their way-points, and for both the box of the label outside.
 * `element` is the thing of the model that is drawn.
 */
export function drawing(definitions) {
  const shapes = [];
  const arrows = [];
  for (const diagram of definitions.diagrams ?? []) {
    for (const di of diagram.plane.planeElement ?? []) {
      const element = di.bpmnElement;
      if (!element) continue;
      const drawn = { id: element.id, element, label: label(di, element) };
      if (di.bounds) {
        shapes.push({ ...drawn, box: box(di.bounds), expanded: di.isExpanded !== false });
      } else if (di.waypoint) {
        arrows.push({ ...drawn, points: di.waypoint.map(p => ({ x: p.x, y: p.y })) });
      }
    }
  }
  return { shapes, arrows };
}

/** Everything in the model that has to be drawn. */
export function drawable(definitions) {
  const found = [];
  const scope = container => {
    for (const element of [...(container.flowElements ?? []), ...(container.artifacts ?? [])]) {
      if (!element.$instanceOf('bpmn:DataObject')) found.push(element);
      scope(element);
    }
  };
  (definitions.rootElements ?? []).filter(root => root.$type === 'bpmn:Process').forEach(scope);
  return found;
}

function box({ x, y, width, height }) {
  return { x, y, width, height };
}

function label(di, element) {
  return di.label?.bounds && element.name ? { text: element.name, box: box(di.label.bounds) } : null;
}
