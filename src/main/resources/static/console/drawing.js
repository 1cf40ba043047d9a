const SVG = 'http://www.w3.org/2000/svg';
const LINE = 13;

/** What each kind of node looks like; kinds that are not listed are drawn as activities. */
const EVENTS = /Event$/;
const GATEWAYS = /Gateway$/;
const ICONS = {
  timer: 'M0,-5 V0 H4 M0,-7 A7,7 0 1,1 -0.1,-7',
  message: 'M-7,-5 H7 V5 H-7 Z M-7,-5 L0,1 L7,-5',
  error: 'M-5,6 L-2,-4 L2,2 L5,-6',
  user: 'M-3,-3 A3,3 0 1,1 -3,-2.9 M-6,6 C-6,-1 6,-1 6,6 Z',
  service: 'M-3,0 A3,3 0 1,1 -3,0.1 M0,-6 V-3 M0,3 V6 M-6,0 H-3 M3,0 H6 M-4,-4 L-2,-2 M4,4 L2,2 M4,-4 L2,-2 M-4,4 L-2,2',
  receive: 'M-7,-5 H7 V5 H-7 Z M-7,-5 L0,1 L7,-5'
};

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => value !== undefined && made.setAttribute(name, value));
  made.append(...children.filter(Boolean));
  return made;
}

const numbers = (node, ...names) => names.map(name => Number(node.getAttribute(name)));
const child = (node, name) => [...node.children].find(one => one.localName === name);
const descend = (node, ...names) => names.reduce((found, name) => found && child(found, name), node);

/** Draws a BPMN document where its own coordinates say, in the page's colours. */
export function draw(text) {
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  if (xml.querySelector('parsererror')) throw new Error('The diagram is not XML');
  const elements = new Map([...xml.querySelectorAll('[id]')].map(node => [node.getAttribute('id'), node]));
  const groups = new Map();
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  const root = svg('g');
  const shapes = [...xml.getElementsByTagNameNS('*', 'BPMNShape')];
  const area = shape => numbers(child(shape, 'Bounds'), 'width', 'height').reduce((a, b) => a * b);
  shapes.sort((a, b) => area(b) - area(a)); // what contains others lies below them
  const add = (id, group) => {
    groups.set(id, group);
    root.append(group);
  };
  const containers = shapes.filter(shape => isContainer(elements.get(shape.getAttribute('bpmnElement'))));
  containers.forEach(shape => add(shape.getAttribute('bpmnElement'), node(shape, elements, box)));
  [...xml.getElementsByTagNameNS('*', 'BPMNEdge')].forEach(edge => add(edge.getAttribute('bpmnElement'), arrow(edge, elements, box)));
  shapes.filter(shape => !containers.includes(shape)).forEach(shape => add(shape.getAttribute('bpmnElement'), node(shape, elements, box)));
  const [left, top, right, bottom] = [box[0] - 16, box[1] - 16, box[2] + 16, box[3] + 16];
  const picture = svg('svg', { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, class: 'bpmn', role: 'img', 'aria-label': 'The diagram of the lifecycle' }, root);
  tips();
  picture.style.minWidth = Math.min((right - left) * 0.62, 1400) + 'px';
  picture.style.maxWidth = (right - left) * 1.15 + 'px';
  const known = states(elements);
  return { svg: picture, states: known, homes: homes(known, elements), names: names(elements), ...marking(picture, groups) };
}

/** The tips of arrows, once for all pictures of the page. */
function tips() {
  if (document.querySelector('#tip')) return;
  document.body.append(svg('svg', { class: 'tips bpmn', 'aria-hidden': 'true' }, svg('defs', {}, ...['', '-passed'].map(kind =>
    svg('marker', { id: 'tip' + kind, viewBox: '0 0 10 10', refX: 9, refY: 5, markerUnits: 'userSpaceOnUse', markerWidth: 9, markerHeight: 9, orient: 'auto' },
      svg('path', { d: 'M0,0 L10,5 L0,10 Z', class: 'tip' + kind }))))));
}

function marking(picture, groups) {
  return {
    clear: () => groups.forEach(group => {
      group.classList.remove('passed', 'token', 'ended', 'added', 'removed', 'altered');
      picture.querySelectorAll('.badge').forEach(one => one.remove());
    }),
    mark: (id, kind) => groups.get(id)?.classList.add(kind),
    hover: (id, text) => {
      const group = groups.get(id);
      if (!group) return;
      group.querySelector('title')?.remove();
      group.prepend(Object.assign(svg('title'), { textContent: text }));
    },
    badge: (id, text, kind = '') => {
      const group = groups.get(id);
      if (!group?.dataset.right) return;
      const width = 12 + String(text).length * 7.5;
      picture.append(svg('g', { class: 'badge ' + kind, transform: `translate(${group.dataset.right - width + 8},${group.dataset.top - 10})` },
        svg('rect', { width, height: 20, rx: 10 }), Object.assign(svg('text', { x: width / 2, y: 14 }), { textContent: text })));
    },
    foot: (id, text) => {
      const group = groups.get(id);
      if (!group?.dataset.right) return;
      picture.append(Object.assign(svg('text', { class: 'badge foot', x: group.dataset.centre, y: Number(group.dataset.bottom) + 13 }), { textContent: text }));
    },
    ids: () => [...groups.keys()],
    describe: text => picture.setAttribute('aria-label', text)
  };
}

const isContainer = element => element && /^(subProcess|participant|lane|transaction|adHocSubProcess)$/.test(element.localName);

/** The state that each node stands for. */
function states(elements) {
  const found = new Map();
  for (const [id, element] of elements) {
    const property = [...descend(element, 'extensionElements', 'properties')?.children ?? []].find(one => one.getAttribute('name') === 'state');
    if (property) found.set(id, property.getAttribute('value'));
  }
  return found;
}

/** One node for each state: the one where tasks wait, if there is one. */
function homes(known, elements) {
  const found = new Map();
  const rank = id => ['receiveTask', 'userTask', 'callActivity', 'endEvent'].indexOf(elements.get(id).localName) + 1 || 9;
  for (const [id, state] of known) if (!found.has(state) || rank(id) < rank(found.get(state))) found.set(state, id);
  return found;
}

const names = elements => new Map([...elements].map(([id, element]) => [id, element.getAttribute('name') ?? '']));

function node(shape, elements, box) {
  const id = shape.getAttribute('bpmnElement');
  const element = elements.get(id);
  const [x, y, width, height] = numbers(child(shape, 'Bounds'), 'x', 'y', 'width', 'height');
  widen(box, x, y, x + width, y + height);
  const kind = element?.localName ?? 'task';
  const name = element?.getAttribute('name') ?? '';
  const group = svg('g', { class: 'node ' + kind, 'data-id': id, 'data-right': x + width, 'data-top': y, 'data-centre': x + width / 2, 'data-bottom': y + height });
  const centre = [x + width / 2, y + height / 2];
  if (EVENTS.test(kind)) {
    const definition = [...element.children].find(one => /EventDefinition$/.test(one.localName))?.localName.replace('EventDefinition', '');
    const around = element.getAttribute('cancelActivity') === 'false' || element.getAttribute('isInterrupting') === 'false' ? 'dashed' : '';
    group.append(svg('circle', { cx: centre[0], cy: centre[1], r: width / 2, class: around }),
      /^(boundary|intermediate)/.test(kind) ? svg('circle', { cx: centre[0], cy: centre[1], r: width / 2 - 3, class: around }) : '',
      icon(ICONS[definition], ...centre) ?? '');
  } else if (GATEWAYS.test(kind)) {
    group.append(svg('path', { d: `M${centre[0]},${y} L${x + width},${centre[1]} L${centre[0]},${y + height} L${x},${centre[1]} Z` }),
      svg('path', { class: 'icon', d: kind === 'parallelGateway' ? cross(...centre, 0) : cross(...centre, 1) }));
  } else if (kind === 'textAnnotation') {
    group.append(svg('path', { d: `M${x + 10},${y} H${x} V${y + height} H${x + 10}`, class: 'bracket' }));
    group.append(label(descend(element, 'text')?.textContent ?? '', x + width / 2 + 5, y + height / 2, width - 14));
  } else {
    group.append(svg('rect', { x, y, width, height, rx: isContainer(element) ? 4 : 9, class: element?.getAttribute('triggeredByEvent') === 'true' ? 'dashed' : '' }));
    group.append(isContainer(element) ? label(name, centre[0], y + 14, width - 20) : label(name, ...centre, width - 14));
    group.append(icon(ICONS[kind.replace('Task', '')], x + 13, y + 12) ?? '');
    if (element && child(element, 'multiInstanceLoopCharacteristics')) group.append(svg('path', { class: 'icon', d: `M${centre[0] - 4},${y + height - 14} v10 m4,-10 v10 m4,-10 v10` }));
  }
  if ((EVENTS.test(kind) || GATEWAYS.test(kind)) && name) {
    const at = descend(shape, 'BPMNLabel', 'Bounds');
    const [lx, ly, lw, lh] = at ? numbers(at, 'x', 'y', 'width', 'height') : [centre[0] - 45, y + height + 4, 90, LINE];
    group.append(label(name, lx + lw / 2, ly + lh / 2, Math.max(lw + 12, 60)));
    widen(box, lx, ly, lx + lw, ly + lh);
  }
  return group;
}

const icon = (path, x, y) => path ? svg('path', { d: path, class: 'icon', transform: `translate(${x},${y})` }) : undefined;
const cross = (x, y, tilted) => tilted ? `M${x - 6},${y - 6} l12,12 m0,-12 l-12,12` : `M${x - 8},${y} h16 m-8,-8 v16`;

function arrow(edge, elements, box) {
  const id = edge.getAttribute('bpmnElement');
  const element = elements.get(id);
  const points = [...edge.children].filter(one => one.localName === 'waypoint').map(one => numbers(one, 'x', 'y'));
  points.forEach(([x, y]) => widen(box, x, y, x, y));
  const association = element?.localName === 'association';
  const group = svg('g', { class: association ? 'association' : 'arrow', 'data-id': id }, svg('polyline', { points: points.map(point => point.join(',')).join(' ') }));
  const name = element?.getAttribute('name');
  if (name) {
    const at = descend(edge, 'BPMNLabel', 'Bounds');
    const middle = points[Math.floor((points.length - 1) / 2)].map((value, i) => (value + points[Math.ceil((points.length - 1) / 2) || 1][i]) / 2);
    const [x, y, width, height] = at ? numbers(at, 'x', 'y', 'width', 'height') : [middle[0] - 40, middle[1] - 18, 80, LINE];
    group.append(label(name, x + width / 2, y + height / 2, Math.max(width + 14, 60)));
    widen(box, x, y, x + width, y + height);
  }
  return group;
}

function widen(box, left, top, right, bottom) {
  box.splice(0, 4, Math.min(box[0], left), Math.min(box[1], top), Math.max(box[2], right), Math.max(box[3], bottom));
}

/** Text in lines that fit the width, around a point. */
function label(text, x, y, width) {
  const most = Math.max(6, Math.floor(width / 6.1));
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (lines.length && (lines.at(-1) + ' ' + word).length <= most) lines[lines.length - 1] += ' ' + word;
    else lines.push(word);
  }
  return svg('text', { x }, ...lines.map((line, i) =>
    Object.assign(svg('tspan', { x, y: y + 4 + (i - (lines.length - 1) / 2) * LINE }), { textContent: line })));
}
