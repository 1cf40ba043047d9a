'use strict';

const rule = require('../lib/rule');
const { Lifecycle } = require('../lib/lifecycle');
const { isName } = require('../lib/text');

/** The names of states, and the graph of states: each can be reached and, unless it is terminal, left. */
module.exports = rule((diagram, report) => {
  diagram.nodes.forEach(node => checkName(node, report));
  checkUnique(diagram, report);
  const lifecycle = new Lifecycle(diagram);
  checkReachability(lifecycle, report);
  lifecycle.states.forEach(state => checkExits(lifecycle, state, report));
  lifecycle.endsWithoutState.forEach(end =>
    report(end.id, "a task would end here in no state: give the end event a property 'state'"));
});

function checkName(node, report) {
  if (node.state !== null && !isName(node.state)) {
    report(node.id, `'${node.state}' is no name for a state: a letter, then letters, digits, '-' and '_', at most 64`);
  }
  if (node.state === null && node.rests) {
    report(node.id, `a task would wait here in no state: give the ${node.elementType} a property 'state'`);
  }
  if (node.properties.has('unreachable') && node.state === null) {
    report(node.id, 'only a state can be declared unreachable');
  }
}

function checkUnique(diagram, report) {
  const first = new Map();
  for (const node of diagram.nodes) {
    if (node.state === null || diagram.passesThroughWaitState(node)) continue;
    const other = first.get(node.state);
    if (!other) {
      first.set(node.state, node);
    } else if (!(other.isEnd && node.isEnd)) {
      report(node.id, `the state '${node.state}' is already '${other.id}'; only ends can share one`);
    }
  }
}

function checkReachability(lifecycle, report) {
  const reached = lifecycle.targets(null);
  for (const state of reached) lifecycle.targets(state).forEach(target => reached.add(target));
  for (const { name, nodes } of lifecycle.states.values()) {
    const declared = nodes[0].properties.get('unreachable') === 'true';
    if (!declared && !reached.has(name)) {
      report(nodes[0].id, `no task can ever be in '${name}': lead an arrow there, or give it the property`
        + ' unreachable=true');
    } else if (declared && reached.has(name)) {
      report(nodes[0].id, `'${name}' is declared unreachable, but an arrow leads there`);
    }
  }
}

function checkExits(lifecycle, state, report) {
  if (!state.terminal && !lifecycle.targets(state.name).size) {
    report(state.nodes[0].id, `there is no way out of '${state.name}' and it is no end event`);
  }
  const triggers = new Set();
  for (const exit of lifecycle.exits(state.name)) {
    if (exit.requestable && triggers.has(exit.trigger)) {
      report(exit.element, `a second '${exit.trigger}' out of '${state.name}': which one to take?`);
    }
    if (exit.requestable) triggers.add(exit.trigger);
  }
}
