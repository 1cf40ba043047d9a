'use strict';

const rule = require('../lib/rule');
const { Paths } = require('../lib/paths');

/** Loops in which a task never waits; conditions on data are no promise that one ends. */
module.exports = rule((diagram, report) => {
  const paths = new Paths(diagram);
  const reported = new Set();
  for (const node of diagram.nodes) {
    const loop = reported.has(node) ? [] : shortestLoop(paths, node);
    if (loop.length) {
      loop.forEach(step => reported.add(step));
      report(node.id, `a task could go round here without ever waiting (${[...loop, node].map(step => step.id).join(' → ')})`
        + ': lead the way through a state in which it waits');
    }
  }
});

/** The nodes of the shortest loop that begins with this one; empty if there is none. */
function shortestLoop(paths, start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const next of paths.withoutWaiting(node)) {
      if (next === start) return way(cameFrom, node);
      if (!cameFrom.has(next)) {
        cameFrom.set(next, node);
        queue.push(next);
      }
    }
  }
  return [];
}

function way(cameFrom, last) {
  return last ? [...way(cameFrom, cameFrom.get(last)), last] : [];
}
