import { drawable, drawing } from './diagram.mjs';
import { centre, contains, crossing, fromOutline, gap, overlap, segments, shared, shrunk, through } from './geometry.mjs';
import { covered, lines, width } from './text.mjs';

const NEAR_A_SHAPE = 25;
const NEAR_AN_ARROW = 20;

/** What an eye would complain about, one line each, and the places where arrows cross. */
export function layout(definitions) {
  const { shapes, arrows } = drawing(definitions);
  const solid = shapes.filter(s => !isFrame(s));
  const labels = [...shapes, ...arrows].filter(d => d.label).map(d => ({ of: d, box: covered(d.label) }));
  return {
    faults: [
      ...undrawn(definitions, shapes, arrows),
      ...shapesOnShapes(shapes),
      ...namesTooLong(shapes),
      ...labelFaults(labels, solid, arrows),
      ...arrows.flatMap(arrow => arrowFaults(arrow, shapes)),
      ...arrowsOnArrows(arrows),
      ...backwards(definitions, shapes)
    ],
    crossings: crossings(arrows)
  };
}

/** A frame has other things drawn inside it. */
function isFrame({ element, expanded }) {
  return ['bpmn:Group', 'bpmn:Lane', 'bpmn:Participant'].includes(element.$type)
    || element.$instanceOf('bpmn:SubProcess') && expanded;
}

function undrawn(definitions, shapes, arrows) {
  const drawn = new Set([...shapes, ...arrows].map(d => d.id));
  return drawable(definitions).filter(e => !drawn.has(e.id)).map(e => `${e.id} is not drawn`);
}

function pairs(all) {
  return all.flatMap((a, i) => all.slice(i + 1).map(b => [a, b]));
}

function shapesOnShapes(shapes) {
  return pairs(shapes)
    .filter(([a, b]) => a.element.attachedToRef !== b.element && b.element.attachedToRef !== a.element)
    .filter(([a, b]) => overlap(a.box, b.box))
    .filter(([a, b]) => !(isFrame(a) && contains(a.box, b.box)) && !(isFrame(b) && contains(b.box, a.box)))
    .filter(([a, b]) => !(hangsOnEdge(a, b) || hangsOnEdge(b, a)))
    .map(([a, b]) => `${a.id} and ${b.id} overlap`);
}

/** A boundary event stands half outside its host, so it may cross the frame that surrounds the host's border. */
function hangsOnEdge(event, other) {
  return event.element.attachedToRef && isFrame(other) && other.element === event.element.attachedToRef.$parent;
}

function namesTooLong(shapes) {
  return shapes
    .filter(({ element }) => element.name && element.$instanceOf('bpmn:Task'))
    .filter(({ element, box }) => {
      const rows = lines(element.name, box.width - 10, 12);
      return rows.length * 14.4 > box.height - 10 || rows.some(row => width(row, 12) > box.width - 4);
    })
    .map(({ id, element }) => `the name of ${id} does not fit into its box: '${element.name}'`);
}

function labelFaults(labels, shapes, arrows) {
  const faults = [];
  for (const [a, b] of pairs(labels)) {
    if (overlap(shrunk(a.box, 1), shrunk(b.box, 1))) faults.push(`the labels of ${a.of.id} and ${b.of.id} overlap`);
  }
  for (const { of, box } of labels) {
    const inner = shrunk(box, 2);
    for (const shape of shapes) {
      if (overlap(inner, shape.box)) faults.push(`the label of ${of.id} lies on ${shape.id}`);
    }
    for (const arrow of arrows.filter(a => segments(a.points).some(s => through(s, inner)))) {
      faults.push(`the label of ${of.id} lies on the arrow ${arrow.id}`);
    }
    const far = of.box ? gap(box, of.box) : Math.min(...segments(of.points).map(s => gap(box, s)));
    if (far > (of.box ? NEAR_A_SHAPE : NEAR_AN_ARROW)) {
      faults.push(`the label of ${of.id} is ${Math.round(far)} away from it`);
    }
  }
  return faults;
}

function arrowFaults(arrow, shapes) {
  const faults = [];
  const shapeOf = element => shapes.find(s => s.element === element);
  const [source, target] = [shapeOf(arrow.element.sourceRef), shapeOf(arrow.element.targetRef)];
  const ends = [[source, arrow.points[0], 'begins'], [target, arrow.points.at(-1), 'ends']];
  for (const [shape, point, word] of ends) {
    const off = shape ? fromOutline(point, shape) : 0;
    if (off > 3) faults.push(`${arrow.id} ${word} ${Math.round(off)} away from the outline of ${shape.id}`);
  }
  for (const shape of shapes.filter(s => !isFrame(s))) {
    const own = shape === source || shape === target;
    const inside = shrunk(shape.box, own ? 3 : 1);
    const bent = own && shape.element.$instanceOf('bpmn:Gateway') ? shrunk(shape.box, shape.box.width / 4) : inside;
    if (segments(arrow.points).some(s => through(s, bent)) && !(own && arrow.element.$type === 'bpmn:Association')) {
      faults.push(`${arrow.id} runs through ${shape.id}`);
    }
  }
  return faults;
}

/** Arrows may leave one place or arrive at one place together; otherwise nobody can tell them apart. */
function arrowsOnArrows(arrows) {
  return pairs(arrows)
    .filter(([a, b]) => a.element.sourceRef !== b.element.sourceRef && a.element.targetRef !== b.element.targetRef)
    .filter(([a, b]) => segments(a.points).some(s => segments(b.points).some(t => shared(s, t) > 5)))
    .map(([a, b]) => `${a.id} and ${b.id} run on top of each other`);
}

function crossings(arrows) {
  return pairs(arrows).flatMap(([a, b]) => segments(a.points)
    .flatMap(s => segments(b.points).map(t => crossing(s, t)).filter(Boolean))
    .map(({ x, y }) => `${a.id} crosses ${b.id} at ${Math.round(x)},${Math.round(y)}`));
}

/** The shortest way from the start to every terminal state reads from left to right. */
function backwards(definitions, shapes) {
  const at = new Map(shapes.map(s => [s.element, centre(s.box).x]));
  const faults = new Set();
  for (const process of definitions.rootElements.filter(root => root.$type === 'bpmn:Process')) {
    const start = (process.flowElements ?? []).find(e => e.$type === 'bpmn:StartEvent');
    for (const way of ways(start)) {
      for (const arrow of way) {
        const back = at.get(arrow.sourceRef) - at.get(arrow.targetRef);
        if (back > 50) faults.add(`${arrow.id} is on the way to an end and leads ${Math.round(back)} to the left`);
      }
    }
  }
  return [...faults];
}

function ways(start) {
  const found = [];
  const seen = new Set([start]);
  const queue = start ? [{ node: start, way: [] }] : [];
  while (queue.length) {
    const { node, way } = queue.shift();
    if (node.$type === 'bpmn:EndEvent') found.push(way);
    for (const arrow of node.outgoing ?? []) {
      if (!seen.has(arrow.targetRef)) {
        seen.add(arrow.targetRef);
        queue.push({ node: arrow.targetRef, way: [...way, arrow] });
      }
    }
  }
  return found;
}
