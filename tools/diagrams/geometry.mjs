/** Boxes, lines and the outlines of BPMN shapes, in the units of the diagram. */

export function centre(box) {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function shrunk(box, by) {
  return { x: box.x + by, y: box.y + by, width: box.width - 2 * by, height: box.height - 2 * by };
}

export function overlap(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function contains(outer, inner) {
  return inner.x >= outer.x && inner.y >= outer.y
    && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;
}

export function segments(points) {
  return points.slice(1).map((to, i) => ({ from: points[i], to }));
}

/** Whether a line goes through the inside of a box (Liang-Barsky). */
export function through({ from, to }, box) {
  if (box.width <= 0 || box.height <= 0) return false;
  let enter = 0;
  let leave = 1;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  for (const [step, room] of [
    [-dx, from.x - box.x], [dx, box.x + box.width - from.x],
    [-dy, from.y - box.y], [dy, box.y + box.height - from.y]
  ]) {
    if (step === 0) {
      if (room <= 0) return false;
    } else if (step < 0) {
      enter = Math.max(enter, room / step);
    } else {
      leave = Math.min(leave, room / step);
    }
  }
  return enter < leave;
}

/** Where two lines cross, both at a point inside; null when they only touch or run along each other. */
export function crossing(a, b) {
  const d = { x: a.to.x - a.from.x, y: a.to.y - a.from.y };
  const e = { x: b.to.x - b.from.x, y: b.to.y - b.from.y };
  const cross = d.x * e.y - d.y * e.x;
  if (cross === 0) return null;
  const s = ((b.from.x - a.from.x) * e.y - (b.from.y - a.from.y) * e.x) / cross;
  const t = ((b.from.x - a.from.x) * d.y - (b.from.y - a.from.y) * d.x) / cross;
  const inside = v => v > 0.001 && v < 0.999;
  return inside(s) && inside(t) ? { x: a.from.x + s * d.x, y: a.from.y + s * d.y } : null;
}

/** How far two parallel upright or level lines lie on top of each other. */
export function shared(a, b) {
  for (const [along, across] of [['x', 'y'], ['y', 'x']]) {
    const level = l => l.from[across] === l.to[across] && l.from[along] !== l.to[along];
    if (level(a) && level(b) && Math.abs(a.from[across] - b.from[across]) < 3) {
      const [a1, a2] = [a.from[along], a.to[along]].sort((p, q) => p - q);
      const [b1, b2] = [b.from[along], b.to[along]].sort((p, q) => p - q);
      return Math.max(0, Math.min(a2, b2) - Math.max(a1, b1));
    }
  }
  return 0;
}

export function distanceToLine(point, { from, to }) {
  const length = (to.x - from.x) ** 2 + (to.y - from.y) ** 2;
  const at = length === 0 ? 0
    : Math.max(0, Math.min(1, ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length));
  return Math.hypot(point.x - from.x - at * (to.x - from.x), point.y - from.y - at * (to.y - from.y));
}

/** The distance between a box and a line or another box. */
export function gap(box, other) {
  if (other.from) {
    if (through(other, box)) return 0;
    const corners = [
      { x: box.x, y: box.y }, { x: box.x + box.width, y: box.y },
      { x: box.x, y: box.y + box.height }, { x: box.x + box.width, y: box.y + box.height }
    ];
    const ends = [other.from, other.to].map(p => Math.hypot(
      Math.max(box.x - p.x, 0, p.x - box.x - box.width), Math.max(box.y - p.y, 0, p.y - box.y - box.height)));
    return Math.min(...corners.map(c => distanceToLine(c, other)), ...ends);
  }
  return Math.hypot(
    Math.max(box.x - other.x - other.width, 0, other.x - box.x - box.width),
    Math.max(box.y - other.y - other.height, 0, other.y - box.y - box.height));
}

/** How far a point is from the outline of an event (circle), a gateway (diamond) or a box. */
export function fromOutline(point, shape) {
  const { box, element } = shape;
  const c = centre(box);
  if (element.$instanceOf('bpmn:Event')) {
    return Math.abs(Math.hypot(point.x - c.x, point.y - c.y) - box.width / 2);
  }
  const corners = element.$instanceOf('bpmn:Gateway')
    ? [[c.x, box.y], [box.x + box.width, c.y], [c.x, box.y + box.height], [box.x, c.y]]
    : [[box.x, box.y], [box.x + box.width, box.y], [box.x + box.width, box.y + box.height], [box.x, box.y + box.height]];
  const outline = corners.map(([x, y]) => ({ x, y }));
  return Math.min(...segments([...outline, outline[0]]).map(side => distanceToLine(point, side)));
}
