'use strict';

/** Follows the arrows of a diagram, through gateways, sub-processes and error events, to the next states. */
class Paths {
  constructor(diagram) {
    this.diagram = diagram;
  }

  /** The states that can be reached from a node without passing another state, and the ends without one. */
  statesFrom(node, endsWithoutState = new Set()) {
    const reached = new Set();
    this.walk(node, reached, new Set(), endsWithoutState);
    return reached;
  }

  statesAfter(node) {
    return new Set(this.targets(node).flatMap(target => [...this.statesFrom(target)]));
  }

  walk(node, reached, seen, endsWithoutState) {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.state !== null) {
      reached.add(node.state);
      return;
    }
    const next = this.next(node);
    if (!next.length && node.isEnd) endsWithoutState.add(node);
    next.forEach(following => this.walk(following, reached, seen, endsWithoutState));
  }

  /** The nodes that the engine can execute after this one in the same move. */
  withoutWaiting(node) {
    return node.waits ? [] : this.next(node);
  }

  /** The interrupting events that can take a task out of a state. */
  interruptingEvents(state) {
    return this.enclosingEvents(state).filter(event => event.interrupting && canCatch(state, event));
  }

  enclosingEvents(node) {
    return this.diagram.withScopes(node).flatMap(enclosing => [
      ...this.diagram.boundaries(enclosing),
      ...this.diagram.eventSubprocesses(enclosing.scope)
        .filter(sub => sub !== enclosing)
        .flatMap(sub => this.diagram.starts(sub.id))
    ]);
  }

  next(node) {
    switch (node.kind) {
      case 'EXCLUSIVE_GATEWAY':
      case 'THROW_EVENT':
      case 'START_EVENT':
      case 'BOUNDARY_EVENT': return this.targets(node);
      case 'AUTOMATIC_TASK': return [...this.targets(node), ...this.catchers(node, null)];
      case 'SUBPROCESS': return this.diagram.starts(node.id);
      case 'END_EVENT': return this.afterEnd(node);
      case 'ERROR_END_EVENT': return this.catchers(node, node.eventName);
      default: return [];
    }
  }

  targets(node) {
    return this.diagram.outgoing(node).map(arrow => arrow.to);
  }

  /** After an end event inside a sub-process the path continues behind the sub-process; otherwise it ends. */
  afterEnd(end) {
    let scope = this.diagram.node(end.scope);
    if (scope?.kind === 'EVENT_SUBPROCESS') scope = this.diagram.node(scope.scope);
    return scope ? this.targets(scope) : [];
  }

  /** The events that can catch an error, innermost scope first, up to the first that certainly does. */
  catchers(thrower, code) {
    const found = [];
    for (const event of this.enclosingEvents(thrower)) {
      const catchesAll = event.eventName === null;
      if (event.event === 'ERROR' && (code === null || catchesAll || code === event.eventName)) {
        found.push(event);
        if (catchesAll || code !== null) break;
      }
    }
    return found;
  }
}

/** Automatic tasks and failed children throw errors; timers and messages need a state in which a task waits. */
function canCatch(state, event) {
  const automatic = state.kind === 'AUTOMATIC_TASK';
  return event.event === 'ERROR'
    ? automatic || state.kind === 'CALL_ACTIVITY' || state.kind === 'EXTERNAL_TASK'
    : !automatic || state.asyncAfter;
}

module.exports = { Paths };
