'use strict';

const rule = require('../lib/rule');
const { Lifecycle } = require('../lib/lifecycle');

/** Who can hold a task: leases of states and arrows, and arrows that stay within a state. */
module.exports = rule((diagram, report) => {
  diagram.nodes.forEach(node => checkNode(diagram, node, report));
  const lifecycle = new Lifecycle(diagram);
  const held = new Map();
  const leadsBack = new Map();
  const exits = new Map();
  for (const state of lifecycle.states.values()) {
    for (const exit of lifecycle.exits(state.name)) {
      checkNewLease(lifecycle, state, exit, report);
      exits.set(exit.element, exit);
      held.set(exit.element, held.get(exit.element) || state.leased);
      if (exit.within && exit.drawn) {
        const back = statesFromElement(lifecycle, exit.element).has(state.name);
        leadsBack.set(exit.element, leadsBack.get(exit.element) || back);
      }
    }
  }
  exits.forEach((exit, element) => {
    if (exit.guard.lease === 'held' && !held.get(element)) {
      report(element, 'lease=held, but nobody can hold a task where it starts, so nobody could ever take it: give that'
        + " state a 'lease'");
    }
    if (leadsBack.get(element) === false) {
      report(element, 'within=true, but it does not lead back into the state that it leaves: remove it');
    }
  });
});

function statesFromElement(lifecycle, id) {
  const arrow = lifecycle.diagram.arrows.find(one => one.id === id);
  return lifecycle.paths.statesFrom(arrow ? arrow.to : lifecycle.diagram.node(id));
}

/** A lease expires when the timer on the state fires; without a timer it would never expire. */
function checkNode(diagram, node, report) {
  const lease = node.properties.get('lease');
  if (lease === undefined || node.event === 'MESSAGE') return;
  const hasTimer = diagram.boundaries(node).some(event => event.event === 'TIMER');
  if (node.kind === 'TIMER_EVENT') {
    if (lease !== 'pause') {
      report(node.id, "nobody works on a task while it waits for a timer, so 'lease' can only be 'pause' here: the task"
        + ' stays with its assignee');
    }
  } else if (node.kind === 'EXTERNAL_TASK') {
    report(node.id, "a worker of the topic gets a lease in any case: leave 'lease' out of an external task");
  } else if (!node.waits || !['new', 'keep', 'pause'].includes(lease)) {
    report(node.id, "'lease' is 'new', 'keep' or 'pause', on a receive task or user task");
  } else if (!hasTimer && lease !== 'pause') {
    report(node.id, 'a lease lasts as long as the timer on its state: attach a boundary timer');
  }
}

function checkNewLease(lifecycle, state, exit, report) {
  const staysLeased = exit.within && state.leased;
  const leased = [...lifecycle.targets(state.name, exit)].some(target => lifecycle.states.get(target).leased);
  if (exit.guard.lease === 'new' && !staysLeased && !leased) {
    report(exit.element, 'lease=new, but no state that it leads to has a lease: give that state lease=keep');
  }
}
