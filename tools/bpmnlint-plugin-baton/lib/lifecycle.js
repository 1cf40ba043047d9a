'use strict';

const { guard } = require('./guard');
const { Paths } = require('./paths');

const CHILDREN_ENDED = 'children-ended';
const WORK = { claim: 'new', fail: 'held', release: 'held' };

/** The states of a diagram, the ways out of each, and where they lead. */
class Lifecycle {
  constructor(diagram) {
    this.diagram = diagram;
    this.paths = new Paths(diagram);
    this.states = new Map();
    this.transitions = [];
    this.exitsByState = new Map();
    this.endsWithoutState = new Set();
    this.readStates();
    for (const start of diagram.starts(diagram.key)) {
      this.add(null, { element: start.id, trigger: 'create', guard: guard(start.properties) }, start);
    }
    for (const node of diagram.nodes.filter(one => one.state !== null && !one.isEnd)) {
      this.ways(node).forEach(([exit, target]) => this.add(node.state, exit, target));
    }
  }

  readStates() {
    for (const node of this.diagram.nodes) {
      if (node.state === null || this.diagram.passesThroughWaitState(node)) continue;
      const lease = node.kind === 'EXTERNAL_TASK' ? 'keep' : node.properties.get('lease');
      const nodes = [...this.states.get(node.state)?.nodes ?? [], node];
      this.states.set(node.state, {
        name: node.state, nodes, terminal: node.isEnd, lease, leased: lease === 'new' || lease === 'keep'
      });
    }
  }

  add(from, exit, target) {
    if (!this.exitsByState.has(from)) this.exitsByState.set(from, new Map());
    this.exitsByState.get(from).set(exit.element, exit);
    for (const to of this.paths.statesFrom(target, this.endsWithoutState)) {
      if (!(exit.within && to === from)) this.transitions.push({ from, to, exit });
    }
  }

  exits(state) {
    return [...this.exitsByState.get(state)?.values() ?? []];
  }

  targets(from, exit) {
    return new Set(this.transitions
      .filter(way => way.from === from
        && (!exit || way.exit.element === exit.element && way.exit.trigger === exit.trigger))
      .map(way => way.to));
  }

  ways(state) {
    const ways = this.diagram.outgoing(state).flatMap(arrow => this.waysOfArrow(state, arrow));
    if (state.kind === 'EXTERNAL_TASK') {
      Object.entries(WORK).forEach(([trigger, lease]) => ways.push([{
        element: `${state.id}__${trigger}`, trigger, within: true, requestable: true, drawn: false,
        guard: guard(new Map([['lease', lease]]))
      }, state]));
    }
    this.paths.interruptingEvents(state).forEach(event => ways.push([exitOfEvent(event, state), event]));
    return ways;
  }

  waysOfArrow(state, arrow) {
    const target = arrow.to;
    const gateway = target.kind === 'EXCLUSIVE_GATEWAY';
    if (state.kind === 'TIMER_EVENT') {
      return [[{ element: arrow.id, trigger: label(state), guard: guard(new Map()) }, target]];
    }
    if (state.kind === 'CALL_ACTIVITY') {
      const trigger = arrow.name ?? CHILDREN_ENDED;
      return [[{ element: arrow.id, trigger, requestable: true, guard: guard(new Map([['roles', 'system']])) }, target]];
    }
    if (state.kind === 'EXTERNAL_TASK' && !(arrow.name === null && gateway && this.diagram.hasTriggers(target))) {
      const trigger = arrow.name ?? 'complete';
      const said = guard(new Map([['lease', 'held'], ...arrow.properties]));
      return [[{ element: arrow.id, trigger, requestable: true, guard: said }, target]];
    }
    if (!state.waits) return [[{ element: arrow.id, trigger: arrow.name, guard: guard(new Map()) }, target]];
    if (arrow.name !== null) return [trigger(arrow)];
    return gateway ? this.diagram.outgoing(target).filter(one => this.diagram.isTrigger(one)).map(trigger) : [];
  }
}

function trigger(arrow) {
  return [{
    element: arrow.id, trigger: arrow.name, requestable: true, within: arrow.properties.get('within') === 'true',
    guard: guard(arrow.properties), drawn: true
  }, arrow.to];
}

/** What a timer or an error is called in the history. */
function label(event) {
  return event.name?.trim() ? event.name : event.id;
}

function exitOfEvent(event, state) {
  if (event.event === 'MESSAGE') {
    return {
      element: event.id, trigger: event.eventName, requestable: true, guard: guard(event.properties), drawn: true,
      within: event.properties.get('within') === 'true'
    };
  }
  const raised = event.event === 'ERROR' && state.kind === 'EXTERNAL_TASK';
  return {
    element: event.id,
    trigger: raised ? event.eventName ?? label(event) : label(event),
    requestable: raised,
    guard: guard(new Map(raised ? [['lease', 'held']] : []))
  };
}

module.exports = { Lifecycle };
