// made by node bundle.mjs from lib, rules and vocabulary.json
(function() {
const modules = {
  'vocabulary.json': function(module) {
module.exports = {
  "name" : "[A-Za-z][A-Za-z0-9_-]{0,63}",
  "places" : {
    "START_EVENT" : "start events",
    "ARROW" : "arrows",
    "TRIGGER" : "triggers",
    "MESSAGE_EVENT" : "message events",
    "WAIT_STATE" : "states in which a task waits",
    "USER_TASK" : "user tasks",
    "MULTI_INSTANCE" : "multi-instance user tasks",
    "SERVICE_TASK" : "service tasks that are states",
    "CALL_ACTIVITY" : "call activities",
    "MESSAGE_THROW" : "events that throw a message",
    "END_EVENT" : "end events"
  },
  "words" : [ {
    "name" : "actions",
    "places" : [ "TRIGGER" ],
    "values" : [ ]
  }, {
    "name" : "afterwards",
    "places" : [ "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "blind",
    "places" : [ "MULTI_INSTANCE" ],
    "values" : [ ]
  }, {
    "name" : "brings",
    "places" : [ "CALL_ACTIVITY" ],
    "values" : [ ]
  }, {
    "name" : "cascade",
    "places" : [ "CALL_ACTIVITY" ],
    "values" : [ ]
  }, {
    "name" : "claim",
    "places" : [ "TRIGGER", "MESSAGE_EVENT" ],
    "values" : [ "true", "false" ]
  }, {
    "name" : "clears",
    "places" : [ "WAIT_STATE", "SERVICE_TASK" ],
    "values" : [ ]
  }, {
    "name" : "collect",
    "places" : [ "ARROW", "TRIGGER", "MESSAGE_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "count",
    "places" : [ "ARROW", "TRIGGER", "MESSAGE_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "data",
    "places" : [ "START_EVENT" ],
    "values" : [ "free" ]
  }, {
    "name" : "except",
    "places" : [ "START_EVENT", "TRIGGER", "MESSAGE_EVENT", "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "fits",
    "places" : [ "MULTI_INSTANCE" ],
    "values" : [ ]
  }, {
    "name" : "force",
    "places" : [ "TRIGGER", "MESSAGE_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "gives",
    "places" : [ "CALL_ACTIVITY", "MESSAGE_THROW" ],
    "values" : [ ]
  }, {
    "name" : "holds",
    "places" : [ "WAIT_STATE", "SERVICE_TASK", "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "keeps",
    "places" : [ "START_EVENT", "TRIGGER", "MESSAGE_EVENT", "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "label",
    "places" : [ "TRIGGER", "MESSAGE_EVENT", "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "lease",
    "places" : [ "TRIGGER", "MESSAGE_EVENT", "WAIT_STATE" ],
    "values" : [ "new", "keep", "pause", "held", "holder", "end" ]
  }, {
    "name" : "list",
    "places" : [ "USER_TASK" ],
    "values" : [ ]
  }, {
    "name" : "needs",
    "places" : [ "START_EVENT", "TRIGGER", "MESSAGE_EVENT", "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "on",
    "places" : [ "TRIGGER", "MESSAGE_EVENT" ],
    "values" : [ "blockers-finished" ]
  }, {
    "name" : "reassign",
    "places" : [ "MULTI_INSTANCE" ],
    "values" : [ ]
  }, {
    "name" : "requires",
    "places" : [ "START_EVENT", "TRIGGER", "MESSAGE_EVENT", "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "roles",
    "places" : [ "START_EVENT", "TRIGGER", "MESSAGE_EVENT", "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "samePerson",
    "places" : [ "MULTI_INSTANCE" ],
    "values" : [ "true", "false" ]
  }, {
    "name" : "satisfies",
    "places" : [ "END_EVENT" ],
    "values" : [ "true", "false" ]
  }, {
    "name" : "state",
    "places" : [ "WAIT_STATE", "SERVICE_TASK", "END_EVENT" ],
    "values" : [ ]
  }, {
    "name" : "taskName",
    "places" : [ "USER_TASK" ],
    "values" : [ ]
  }, {
    "name" : "to",
    "places" : [ "MESSAGE_THROW" ],
    "values" : [ ]
  }, {
    "name" : "unreachable",
    "places" : [ "WAIT_STATE", "SERVICE_TASK", "END_EVENT" ],
    "values" : [ "true", "false" ]
  }, {
    "name" : "within",
    "places" : [ "TRIGGER", "MESSAGE_EVENT" ],
    "values" : [ "true", "false" ]
  }, {
    "name" : "work",
    "places" : [ "END_EVENT" ],
    "values" : [ ]
  } ],
  "guards" : [ "roles", "except", "requires", "needs", "keeps", "force", "within" ],
  "checkedElsewhere" : [ "afterwards", "brings", "cascade", "claim", "clears", "collect", "count", "except", "fits", "force", "gives", "holds", "keeps", "lease", "needs", "on", "reassign", "requires", "roles", "state", "to", "unreachable", "within" ],
  "checkedOnArrows" : [ "claim", "collect", "count", "except", "force", "keeps", "needs", "on", "requires", "roles", "within" ],
  "taskFields" : [ "assignee", "data", "id", "leaseExpiresAt", "lifecycle", "maxAttempts", "priority", "state", "title", "unmetBlockers" ],
  "recipients" : [ "blockers", "children", "parent" ],
  "reservedKeys" : [ "check", "vocabulary" ]
};
  },
  'lib/diagram': function(module, require) {
'use strict';

const { attribute, loop, properties, type } = require('./model');
const { isBlank, words } = require('./text');

const TASKS = ['task', 'serviceTask', 'sendTask', 'scriptTask', 'manualTask', 'businessRuleTask'];
const KINDS = {
  startEvent: 'START_EVENT',
  userTask: 'USER_TASK',
  exclusiveGateway: 'EXCLUSIVE_GATEWAY',
  boundaryEvent: 'BOUNDARY_EVENT',
  callActivity: 'CALL_ACTIVITY'
};
const OTHERS = ['endEvent', 'receiveTask', 'subProcess', 'transaction', 'intermediateCatchEvent',
  'intermediateThrowEvent', 'parallelGateway', 'inclusiveGateway', 'complexGateway', 'eventBasedGateway'];
const NODES = new Set([...TASKS, ...Object.keys(KINDS), ...OTHERS]);
const LIST = /^[$#]\{\s*task\.(\w+)\s*}$/;

/** What a node is to a lifecycle: the BPMN element, or a group of elements that behave the same. */
function kind(element, definition) {
  const name = type(element);
  const external = attribute(element, 'type') === 'external';
  if (KINDS[name]) return KINDS[name];
  if (TASKS.includes(name)) {
    if (!external || !['serviceTask', 'businessRuleTask'].includes(name)) return 'AUTOMATIC_TASK';
    return name === 'serviceTask' ? 'EXTERNAL_TASK' : 'UNSUPPORTED';
  }
  switch (name) {
    case 'endEvent': return definition === 'error' ? 'ERROR_END_EVENT' : 'END_EVENT';
    case 'receiveTask': return element.messageRef ? 'UNSUPPORTED' : 'RECEIVE_TASK';
    case 'subProcess': return element.triggeredByEvent ? 'EVENT_SUBPROCESS' : 'SUBPROCESS';
    case 'intermediateCatchEvent': return definition === 'timer' ? 'TIMER_EVENT' : 'UNSUPPORTED';
    case 'intermediateThrowEvent': return definition === 'link' ? 'UNSUPPORTED' : 'THROW_EVENT';
    default: return 'UNSUPPORTED';
  }
}

const EVENTS = { undefined: 'NONE', terminate: 'NONE', timer: 'TIMER', error: 'ERROR', message: 'MESSAGE' };

class Node {
  constructor(element, scope) {
    const definition = element.eventDefinitions?.[0];
    const definitionType = definition && type(definition).replace('EventDefinition', '');
    this.element = element;
    this.id = element.id;
    this.scope = scope;
    this.name = element.name;
    this.elementType = words(type(element));
    this.kind = kind(element, definitionType);
    this.event = EVENTS[definitionType] ?? 'OTHER';
    this.eventName = definition?.messageRef?.name ?? definition?.errorRef?.errorCode ?? null;
    this.properties = properties(element);
    this.state = isBlank(this.properties.get('state')) ? null : this.properties.get('state').trim();
    this.host = element.attachedToRef?.id ?? null;
    this.interrupting = element.cancelActivity !== false && element.isInterrupting !== false;
    this.multiInstance = Boolean(loop(element));
    this.list = LIST.exec((attribute(loop(element) ?? {}, 'collection') ?? '').trim())?.[1] ?? null;
    this.topic = attribute(element, 'topic') ?? null;
    this.called = element.calledElement || null;
    this.asyncAfter = String(attribute(element, 'asyncAfter')) === 'true';
    this.defaultArrow = element.default?.id ?? null;
  }

  /** Whether a task stays here until somebody takes one of the arrows. */
  get waits() {
    return ['RECEIVE_TASK', 'USER_TASK', 'EXTERNAL_TASK'].includes(this.kind);
  }

  /** Whether a task stays here, for somebody or for something. */
  get rests() {
    return this.waits || this.kind === 'TIMER_EVENT' || this.kind === 'CALL_ACTIVITY';
  }

  get throwsMessage() {
    return this.event === 'MESSAGE' && (this.kind === 'THROW_EVENT' || this.kind === 'END_EVENT');
  }

  get isEnd() {
    return this.kind === 'END_EVENT' || this.kind === 'ERROR_END_EVENT';
  }
}

/** The process as a graph of nodes and arrows, and what is wrong with the graph itself. */
class Diagram {
  constructor(process) {
    this.process = process;
    this.key = process.id;
    this.nodes = [];
    this.arrows = [];
    this.faults = [];
    this.byId = new Map();
    const flows = [];
    this.collect(process, flows);
    this.nodes.forEach(node => this.byId.set(node.id, node));
    flows.forEach(flow => this.addArrow(flow));
    this.nodes.filter(node => node.kind === 'BOUNDARY_EVENT' && !node.host).forEach(node =>
      this.faults.push([node.id, 'it hangs in the air: attach it to a task or a sub-process']));
  }

  collect(scope, flows) {
    for (const element of scope.flowElements ?? []) {
      const name = type(element);
      if (!element.id) {
        this.faults.push([scope.id, `a ${words(name)} in it has no id: give it one, history needs it`]);
      } else if (name === 'sequenceFlow') {
        flows.push(element);
      } else if (NODES.has(name)) {
        this.nodes.push(new Node(element, scope.id));
        this.collect(element, flows);
      }
    }
  }

  addArrow(flow) {
    const from = this.byId.get(flow.sourceRef?.id);
    const to = this.byId.get(flow.targetRef?.id);
    if (!from || !to) {
      this.faults.push([flow.id, 'it has a loose end: connect it with a task, an event or a gateway']);
      return;
    }
    this.arrows.push({
      id: flow.id,
      name: isBlank(flow.name) ? null : flow.name.trim(),
      from,
      to,
      properties: properties(flow),
      conditional: Boolean(flow.conditionExpression)
    });
  }

  node(id) {
    return this.byId.get(id);
  }

  outgoing(node) {
    return this.arrows.filter(arrow => arrow.from === node);
  }

  incoming(node) {
    return this.arrows.filter(arrow => arrow.to === node);
  }

  boundaries(node) {
    return this.nodes.filter(event => event.kind === 'BOUNDARY_EVENT' && event.host === node.id);
  }

  starts(scope) {
    return this.nodes.filter(node => node.kind === 'START_EVENT' && node.scope === scope);
  }

  eventSubprocesses(scope) {
    return this.nodes.filter(node => node.kind === 'EVENT_SUBPROCESS' && node.scope === scope);
  }

  /** The node and its enclosing sub-processes, innermost first. */
  withScopes(node) {
    return node ? [node, ...this.withScopes(this.node(node.scope))] : [];
  }

  /** Whether a task enters at this node a state in which it waits at another one, and goes on at once. */
  passesThroughWaitState(node) {
    return node.state !== null && node.kind === 'AUTOMATIC_TASK' && !node.asyncAfter
      && this.nodes.some(other => other.rests && other.state === node.state);
  }

  /** Whether an arrow after a gateway is a trigger: it has a name, and is neither conditional nor the default. */
  isTrigger(arrow) {
    return arrow.from.kind === 'EXCLUSIVE_GATEWAY' && arrow.name !== null && !arrow.conditional
      && arrow.id !== arrow.from.defaultArrow;
  }

  /** Whether an arrow is a trigger, after a gateway or right behind a state. */
  isTriggerOfState(arrow) {
    const completesWork = arrow.from.kind === 'EXTERNAL_TASK' && !this.hasTriggers(arrow.to);
    return this.isTrigger(arrow) || arrow.from.waits && (arrow.name !== null || completesWork);
  }

  hasTriggers(gateway) {
    return this.outgoing(gateway).some(arrow => this.isTrigger(arrow));
  }

  /** Whether the node catches something that happens while a task is in a state. */
  catches(node) {
    return node.kind === 'BOUNDARY_EVENT' || node.kind === 'START_EVENT' && this.node(node.scope) !== undefined;
  }
}

module.exports = { Diagram };
  },
  'lib/guard': function(module, require) {
'use strict';

const { fieldOf, isName, list } = require('./text');

const ARROW_LEASES = ['held', 'holder', 'new', 'end'];

/** `lead?bold`: who, and the policy that it depends on. */
function role(text) {
  const at = text.indexOf('?');
  return at < 0 ? { text, terms: text.split('+'), policy: null }
    : { text, terms: text.slice(0, at).split('+'), policy: text.slice(at + 1) };
}

function roles(text) {
  return list(text).map(role);
}

const EVERYBODY = '*';

/** Nobody in particular: the arrow is open to everybody. */
function withoutEverybody(named) {
  return named.length === 1 && named[0].text === EVERYBODY ? [] : named;
}

/** The conditions for taking an arrow, as its properties say them. */
function guard(properties) {
  const lease = properties.get('lease');
  const artifacts = list(properties.get('requires')).map(name => name.endsWith('?')
    ? { name: name.slice(0, -1), required: false } : { name, required: true });
  const said = roles(properties.get('roles'));
  const named = withoutEverybody(said);
  const onBlockersFinished = properties.get('on') === 'blockers-finished' && !(said.length && !named.length);
  const alsoSystem = onBlockersFinished && !named.some(one => one.text === 'system');
  return {
    roles: named,
    takers: alsoSystem ? [...named, role('system')] : named,
    except: roles(properties.get('except')),
    artifacts,
    required: artifacts.filter(artifact => artifact.required).map(artifact => artifact.name),
    keeps: properties.has('keeps') ? new Set(list(properties.get('keeps'))) : null,
    lease: ARROW_LEASES.includes(lease) ? lease : null,
    force: new Set(list(properties.get('force'))),
    onlySystem: (named.length > 0 || onBlockersFinished) && named.every(one => one.text === 'system')
  };
}

function checkTerm(element, term, report) {
  const field = fieldOf(term);
  if (term === EVERYBODY) report(element, "'*' means everybody: it can only stand alone, and only in 'roles'");
  if (field !== null && !field.split('.').every(isName)) report(element, `'${term}' is no field of the task`);
}

function checkRole(element, one, report) {
  if (one.terms.includes('')) report(element, `'${one.text}': a role is missing`);
  else one.terms.forEach(term => checkTerm(element, term, report));
  if (one.policy !== null && !isName(one.policy)) {
    report(element, `'${one.text}': what stands after the question mark names a policy`);
  }
}

/** Whether everybody with the one role has the other, too. */
function includes(other, one) {
  return other.terms.every(term => one.terms.includes(term)) && [null, one.policy].includes(other.policy);
}

/** Whether `except` leaves out everybody whom `roles` names. */
function admitsNobody(said) {
  return said.takers.length > 0 && said.takers.every(one => said.except.some(other => includes(other, one)));
}

/** What can be wrong with a guard; whether its groups, schemas and rules exist is up to the server. */
function checkGuard(element, properties, report) {
  const said = guard(properties);
  [...said.roles, ...said.except].forEach(one => checkRole(element, one, report));
  if (admitsNobody(said)) report(element, "nobody could take it: 'except' leaves out everybody whom 'roles' names");
  said.force.forEach(term => checkTerm(element, term, report));
  if (properties.has('lease') && !said.lease) {
    report(element, "on an arrow 'lease' can only be 'held', 'holder', 'new' or 'end'");
  }
  if (said.force.size && !said.lease) report(element, "'force' only makes sense beside 'lease'");
  if (!['true', 'false'].includes(properties.get('within') ?? 'false')) report(element, "'within' is true or false");
  said.artifacts.filter(artifact => !isName(artifact.name))
    .forEach(artifact => report(element, `'${artifact.name}' is no name for an artifact`));
  const names = said.artifacts.map(artifact => artifact.name);
  [...said.keeps ?? []].filter(kept => !names.includes(kept))
    .forEach(kept => report(element, `keeps '${kept}', which is not among what the arrow requires`));
}

module.exports = { checkGuard, checkRole, guard, roles };
  },
  'lib/lifecycle': function(module, require) {
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
  },
  'lib/model': function(module, require) {
'use strict';

const { isBlank } = require('./text');

/** The local name of a BPMN element: receiveTask. */
function type(element) {
  const name = element.$type.replace(/^bpmn:/, '');
  return name[0].toLowerCase() + name.slice(1);
}

/** An attribute of the engine, whether the reader knows the engine's extensions or not; undefined if it is not there. */
function attribute(element, name) {
  const value = element.get ? element.get('camunda:' + name) : undefined;
  return value ?? element.$attrs?.['camunda:' + name];
}

/** All extension properties of an element, with those that mean nothing. */
function writtenProperties(element) {
  return (element.extensionElements?.values ?? [])
    .filter(group => /^camunda:properties$/i.test(group.$type))
    .flatMap(group => group.values ?? group.$children ?? []);
}

/** The extension properties of an element. Empty ones say nothing, except for an empty `keeps`. */
function properties(element) {
  const found = new Map();
  for (const property of writtenProperties(element)) {
    if (property.name === 'keeps' || !isBlank(property.value)) found.set(property.name, property.value);
  }
  return found;
}

/** The multi-instance marker of an activity; undefined without one. */
function loop(element) {
  const loop = element.loopCharacteristics;
  return loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? loop : undefined;
}

/** The one process of the file that is executable; undefined if there is none or more than one. */
function executable(definitions) {
  const processes = (definitions.rootElements ?? [])
    .filter(root => root.$type === 'bpmn:Process' && root.isExecutable !== false);
  return processes.length === 1 ? processes[0] : undefined;
}

function lanes(set) {
  return (set?.lanes ?? []).flatMap(lane => [lane, ...lanes(lane.childLaneSet)]);
}

/** The process, its pool and its lanes, which are neither nodes nor arrows. */
function frames(process) {
  const pools = (process.$parent?.rootElements ?? []).flatMap(root => root.participants ?? [])
    .filter(pool => pool.processRef === process);
  return [process, ...pools, ...(process.laneSets ?? []).flatMap(lanes)];
}

/** All elements of BPMN in a scope, with those of its sub-processes. */
function flowElements(scope) {
  return (scope.flowElements ?? []).flatMap(element => [element, ...flowElements(element)]);
}

module.exports = { type, attribute, properties, writtenProperties, loop, executable, frames, flowElements };
  },
  'lib/paths': function(module, require) {
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
  },
  'lib/rule': function(module, require) {
'use strict';

const { Diagram } = require('./diagram');
const { executable } = require('./model');

/**
 * A rule of bpmnlint about the lifecycle of a file.
 *
 * @param check gets the diagram and a function that reports an element's id and a message
 */
module.exports = function rule(check) {
  return () => ({
    check(node, reporter) {
      if (node.$type !== 'bpmn:Definitions') return;
      const process = executable(node);
      if (process?.id) check(new Diagram(process), (id, message) => reporter.report(id, message));
    }
  });
};
  },
  'lib/text': function(module, require) {
'use strict';

const vocabulary = require('../vocabulary.json');

const NAME = new RegExp(`^(?:${vocabulary.name})$`);
const FIELD = 'task.';
const STEM = 4;

/** What most names in a diagram look like: letters, digits, '-' and '_'. */
function isName(text) {
  return NAME.test(text);
}

/** `lead, human` as a list. */
function list(text) {
  return (text ?? '').split(/[, \t\n\v\f\r]+/).filter(word => word);
}

function isBlank(text) {
  return text === undefined || text === null || !String(text).trim();
}

/** The field that `task.helpers` names; null for a group or a role. */
function fieldOf(term) {
  return term?.startsWith(FIELD) ? term.slice(FIELD.length) : null;
}

function isExpression(text) {
  return text.includes('${') || text.includes('#{');
}

/** One line of at most 80 characters, for messages. */
function shorten(text) {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 80 ? line.slice(0, 80) + '…' : line;
}

/** `subProcess` as words: sub process. */
function words(type) {
  return type.replace(/([A-Z])/g, ' $1').trim().toLowerCase();
}

/** The known property that a misspelt one most likely stands for; undefined if none is close. */
function nearest(name) {
  const lower = name.trim().toLowerCase();
  const limit = Math.max(2, Math.floor(lower.length / 3));
  if (lower.length > 64) return undefined;
  return vocabulary.words
    .map(word => ({ name: word.name, distance: distance(lower, word.name.toLowerCase()) }))
    .filter(known => known.distance <= limit
      || lower.length >= STEM && known.name.startsWith(lower.slice(0, STEM)))
    .reduce((best, known) => best && best.distance <= known.distance ? best : known, undefined)?.name;
}

/** How many letters have to be added, removed or replaced to get from one text to the other. */
function distance(from, to) {
  let before = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const now = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = before[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      now[j] = Math.min(replaced, 1 + before[j], 1 + now[j - 1]);
    }
    before = now;
  }
  return before[to.length];
}

module.exports = { isName, list, isBlank, fieldOf, isExpression, shorten, words, nearest };
  },
  'rules/arrows': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { checkGuard } = require('../lib/guard');
const { isName } = require('../lib/text');
const { checkNoGuard } = require('./properties');

const NO_TARGETS = ['START_EVENT', 'BOUNDARY_EVENT', 'EVENT_SUBPROCESS'];
const NO_SOURCES = ['END_EVENT', 'ERROR_END_EVENT', 'EVENT_SUBPROCESS'];

/** Which arrows are triggers, their names, guards and conditions, and what arrows connect. */
module.exports = rule((diagram, report) => {
  diagram.faults.forEach(([id, message]) => report(id, message));
  for (const node of diagram.nodes) {
    checkExit(diagram, node, report);
    checkPaths(diagram, node, report);
    checkGateway(diagram, node, report);
    checkStarts(diagram, node, report);
  }
  for (const arrow of diagram.arrows) {
    checkTrigger(diagram, arrow, report);
    checkEnds(arrow, report);
  }
});

/** A wait state is left by one arrow with a trigger's name, or through a gateway whose arrows are the triggers. */
function checkExit(diagram, node, report) {
  const [arrow, ...others] = diagram.outgoing(node);
  if (!node.waits || !arrow || others.length) return;
  const leadsToTriggers = arrow.to.kind === 'EXCLUSIVE_GATEWAY' && diagram.hasTriggers(arrow.to);
  if (arrow.name === null && !leadsToTriggers && node.kind !== 'EXTERNAL_TASK') {
    report(arrow.id, 'name the arrow: its name is the trigger that moves a task on from '
      + (node.state === null ? 'here' : `'${node.state}'`));
  } else if (arrow.name !== null && leadsToTriggers) {
    report(arrow.id, `either this arrow has a name or the arrows after the gateway '${arrow.to.id}', not both`);
  }
}

function checkPaths(diagram, node, report) {
  const arrows = diagram.outgoing(node);
  if (arrows.length > 1 && node.kind !== 'EXCLUSIVE_GATEWAY') {
    report(node.id, 'several arrows leave it at once and would split the task: put an exclusive gateway between');
  }
  const catchesErrors = diagram.boundaries(node).some(event => event.event === 'ERROR');
  const passed = !node.rests && !node.isEnd && node.kind !== 'EVENT_SUBPROCESS' && !catchesErrors;
  if (!arrows.length && passed && node.state === null) {
    report(node.id, `a task would end here in no state: lead an arrow on from the ${node.elementType}`);
  }
}

function checkGateway(diagram, gateway, report) {
  if (gateway.kind !== 'EXCLUSIVE_GATEWAY' || !diagram.hasTriggers(gateway)) return;
  diagram.incoming(gateway).filter(arrow => !arrow.from.waits).forEach(() =>
    report(gateway.id, 'its arrows are triggers, so it has to come right after a receive task or user task; give them'
      + ' conditions if data chooses'));
  diagram.outgoing(gateway).filter(arrow => !diagram.isTrigger(arrow)).forEach(arrow =>
    report(arrow.id, 'beside triggers there can be neither conditions nor a default arrow: an unknown trigger has to find'
      + ' no way out'));
}

/** A way begins in every sub-process. */
function checkStarts(diagram, node, report) {
  if (node.kind !== 'SUBPROCESS' && node.kind !== 'EVENT_SUBPROCESS') return;
  const starts = diagram.starts(node.id);
  if (starts.length !== 1) {
    report(node.id, `a sub-process has one start event, and this one has ${starts.length}: nobody could tell where a task`
      + ' begins');
  } else if (node.kind === 'SUBPROCESS' && starts[0].event !== 'NONE') {
    report(starts[0].id, 'a sub-process that an arrow leads to has a plain start event');
  }
}

function checkTrigger(diagram, arrow, report) {
  if (diagram.isTriggerOfState(arrow)) {
    if (arrow.name !== null && !isName(arrow.name)) {
      report(arrow.id, `'${arrow.name}' is no name for a trigger: a letter, then letters, digits, '-' and '_', at most 64`);
    }
    checkGuard(arrow.id, arrow.properties, report);
  } else {
    checkNoGuard(arrow.id, arrow.properties, report);
  }
  if (arrow.conditional && arrow.from.kind !== 'EXCLUSIVE_GATEWAY') {
    report(arrow.id, 'a condition belongs on an arrow that leaves an exclusive gateway');
  }
}

function checkEnds({ id, from, to }, report) {
  if (NO_TARGETS.includes(to.kind)) report(id, `no arrow can lead to the ${to.elementType} '${to.id}'`);
  if (NO_SOURCES.includes(from.kind)) report(id, `no arrow can leave the ${from.elementType} '${from.id}'`);
  if (from.scope !== to.scope) {
    report(id, 'it crosses the border of a sub-process: end the way inside, and lead an arrow on from the sub-process');
  }
}
  },
  'rules/attributes': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { attribute, flowElements, frames, loop, type } = require('../lib/model');

const PERSON = place('user tasks', ['userTask']);
const FORM = place('user tasks and start events', ['userTask', 'startEvent']);
const PROCESS = place('the process', ['process']);
const MANY = place('the marker of multi-instance activities', ['multiInstanceLoopCharacteristics']);
const EXTERNAL = place('service tasks of type external', ['serviceTask'],
  element => attribute(element, 'type') === 'external');
const DECISION = place('business rule tasks that ask a decision', ['businessRuleTask'],
  element => isWritten(element, 'decisionRef'));
const WORK = place('service tasks, send tasks, business rule tasks and message events',
  ['serviceTask', 'sendTask', 'businessRuleTask', 'messageEventDefinition']);

/** Where the engine reads its attributes and elements. */
const PLACES = {
  assignee: PERSON,
  candidateGroups: PERSON,
  candidateUsers: PERSON,
  dueDate: PERSON,
  followUpDate: PERSON,
  priority: PERSON,
  taskListener: PERSON,
  formData: FORM,
  formKey: FORM,
  formRef: FORM,
  formRefBinding: FORM,
  formRefVersion: FORM,
  historyTimeToLive: PROCESS,
  isStartableInTasklist: PROCESS,
  versionTag: PROCESS,
  collection: MANY,
  elementVariable: MANY,
  topic: EXTERNAL,
  decisionRefBinding: DECISION,
  mapDecisionResult: DECISION,
  resultVariable: DECISION,
  delegateExpression: WORK,
  expression: WORK
};
const WORKS = ['delegateExpression', 'expression', 'class', 'type'];

function place(words, elements, also = () => true) {
  return { words, isRead: element => elements.includes(type(element)) && also(element) };
}

/** Attributes and elements of the engine where it does not read them. */
module.exports = rule((diagram, report) => {
  const definitions = diagram.process.$parent;
  const others = (definitions?.rootElements ?? []).filter(root => root.$type !== 'bpmn:Process');
  const all = [definitions ?? {}, ...others, ...frames(diagram.process), ...flowElements(diagram.process)];
  for (const owner of all.filter(one => one.id)) {
    for (const element of [owner, loop(owner), ...owner.eventDefinitions ?? []].filter(Boolean)) {
      Object.keys(PLACES).filter(name => has(element, name) && !PLACES[name].isRead(element))
        .forEach(name => report(owner.id, meaningless(element, name)));
    }
    const works = ['serviceTask', 'sendTask', 'businessRuleTask'].includes(type(owner))
      ? WORKS.filter(name => isWritten(owner, name)) : [];
    if (works.length > 1 && !isWritten(owner, 'decisionRef')) {
      report(owner.id, `it has several kinds of work: which one counts? Keep one of camunda:${works.join(', camunda:')}`);
    }
  }
});

function has(element, name) {
  return isWritten(element, name) || (element.extensionElements?.values ?? [])
    .some(inside => inside.$type.toLowerCase() === `camunda:${name}`.toLowerCase());
}

/** The reader fills in defaults for some of those that are not there. */
function isWritten(element, name) {
  return Object.hasOwn(element, name) || element.$attrs?.['camunda:' + name] !== undefined;
}

function meaningless(element, name) {
  const message = `camunda:${name} has no meaning here; it is for ${PLACES[name].words}`;
  return name === 'resultVariable' && isWritten(element, 'expression')
    ? `${message}. An expression keeps what it computes with \${task.put('field', …)}` : message;
}
  },
  'rules/claims-and-counts': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { guard } = require('../lib/guard');
const { Lifecycle } = require('../lib/lifecycle');
const { isName, list } = require('../lib/text');
const { taskFields } = require('../vocabulary.json');

const WORDS = ['claim', 'on', 'count', 'collect'];

/** The words `claim`, `on`, `count` and `collect`. */
module.exports = rule((diagram, report) => {
  diagram.arrows.forEach(arrow => check(arrow, diagram.isTriggerOfState(arrow), report));
  for (const node of diagram.nodes) {
    if (diagram.catches(node)) {
      check(node, node.event === 'MESSAGE', report);
    } else {
      WORDS.filter(word => node.properties.has(word)).forEach(word =>
        report(node.id, `'${word}' is for arrows and the events on a state; here it does nothing`));
    }
  }
  const lifecycle = new Lifecycle(diagram);
  lifecycle.states.forEach(state => checkClaims(lifecycle, state, report));
});

/** @param trigger whether callers can take it */
function check({ id, properties }, trigger, report) {
  const said = guard(properties);
  const claim = properties.get('claim');
  const on = properties.get('on');
  const required = said.required.join(', ');
  if (claim !== undefined && !['true', 'false'].includes(claim)) {
    report(id, "'claim' is true or false");
  } else if (claim === 'true' && required) {
    report(id, `claim=true, but a claim brings nothing: it can't require ${required}`);
  }
  if (on !== undefined && on !== 'blockers-finished') {
    report(id, "'on' can only be 'blockers-finished'");
  } else if (on !== undefined && required) {
    report(id, `the server takes it and brings nothing: it can't require ${required}`);
  }
  if (!trigger && (claim !== undefined || on !== undefined)) {
    report(id, `'${claim === undefined ? 'on' : 'claim'}' is for triggers, and this is none`);
  }
  if (properties.has('actions') && !said.roles.some(one => one.text === 'system')) {
    report(id, "the server takes it for an agent's action: 'roles' has to name system");
  }
  list(properties.get('count')).forEach(name => checkField(id, 'count', name, report));
  list(properties.get('collect')).forEach(text => checkCollect(id, text, trigger ? said.artifacts : [], report));
}

function checkField(id, word, name, report) {
  if (!isName(name) || taskFields.includes(name)) {
    report(id, `'${word}' writes a field of the task's data, which '${name}' can't be`);
  }
}

function checkCollect(id, text, artifacts, report) {
  const at = text.indexOf(':');
  const source = at < 0 ? null : text.slice(at + 1);
  checkField(id, 'collect', at < 0 ? text : text.slice(0, at), report);
  if (source !== 'actor' && !artifacts.some(artifact => artifact.name === source)) {
    report(id, "'collect' names a list and what it gets, such as approvers:actor or verdicts:verdict, where verdict is an"
      + ' artifact that the trigger requires');
  }
}

/** A claim hands a task to a worker, so that somebody has to hold it afterwards, and only one arrow can do it. */
function checkClaims(lifecycle, state, report) {
  const claims = lifecycle.exits(state.name).filter(exit => isClaim(lifecycle.diagram, exit));
  if (claims.length > 1) {
    report(claims[1].element, `a second claim=true out of '${state.name}': which one shall claims take?`);
  }
  for (const claim of claims) {
    const held = claim.guard.lease === 'new' || [...lifecycle.targets(state.name, claim)]
      .some(target => lifecycle.states.get(target).lease === 'new');
    if (!held) {
      report(claim.element, 'claim=true, but nobody would hold the task: give the arrow lease=new, or the state that it'
        + ' leads to');
    }
  }
}

/** The claim of external work is not drawn. */
function isClaim(diagram, exit) {
  const element = diagram.node(exit.element) ?? diagram.arrows.find(arrow => arrow.id === exit.element);
  return element ? element.properties.get('claim')?.toLowerCase() === 'true' : exit.trigger === 'claim';
}
  },
  'rules/elements': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { attribute } = require('../lib/model');
const { isBlank, isName } = require('../lib/text');
const { reservedKeys } = require('../vocabulary.json');

const INSTEAD = {
  'parallel gateway': 'a task has one state at a time, and this would split it; use an exclusive gateway',
  'inclusive gateway': 'a task has one state at a time, and this would split it; use an exclusive gateway',
  'complex gateway': 'a task has one state at a time, and this would split it; use an exclusive gateway',
  'event based gateway': "draw a receive task with a property 'state', and attach the timers and messages to it",
  'intermediate catch event': "of these a task waits only in timer events; draw a receive task with a property 'state',"
    + ' and attach the message to it',
  'receive task': 'a receive task waits for triggers, not for a message; remove the message, and name the arrows that'
    + ' leave it',
  'business rule task': 'workers of other systems fetch service tasks only; draw one of type external',
  'transaction': 'use a plain sub-process',
  'intermediate throw event': 'links are not followed; draw an arrow to the target'
};

function withArticle(node) {
  const unsupported = node.kind === 'UNSUPPORTED';
  const name = unsupported && node.elementType === 'receive task' ? 'receive task with a message'
    : unsupported && node.elementType === 'business rule task' ? 'external business rule task' : node.elementType;
  return ('aeiou'.includes(name[0]) ? 'an ' : 'a ') + name;
}

/** The process, and elements that a lifecycle can't have or that can't be a state. */
module.exports = rule((diagram, report) => {
  const timeToLive = attribute(diagram.process, 'historyTimeToLive');
  if (isBlank(timeToLive)) {
    report(diagram.key, 'the process needs a history time to live (camunda:historyTimeToLive)');
  } else if (!/^(\d{1,6}|P\d{1,6}D)$/.test(timeToLive)) {
    report(diagram.key, `the history time to live '${timeToLive}' is no number of days, such as 30 or P30D`);
  }
  if (!isName(diagram.key)) {
    report(diagram.key, "the process id is the lifecycle's key: a letter, then letters, digits, '-' and '_', at most 64");
  }
  if (reservedKeys.includes(diagram.key)) {
    report(diagram.key, 'this key is the name of a call of the API: give the process another id');
  }
  diagram.nodes.forEach(node => check(diagram, node, report));
});

function check(diagram, node, report) {
  if (node.kind === 'UNSUPPORTED') {
    report(node.id, `${withArticle(node)} has no place in a lifecycle: ${INSTEAD[node.elementType]}`);
  }
  if (node.event === 'OTHER' && (node.kind === 'THROW_EVENT' || node.kind === 'END_EVENT')) {
    report(node.id, `${withArticle(node)} that throws something else than a message has no place in a lifecycle: nothing`
      + ' would catch it; remove its event definition');
  }
  if (node.multiInstance && node.kind !== 'USER_TASK' && node.kind !== 'CALL_ACTIVITY') {
    report(node.id, 'only a user task or a call activity can be multi-instance');
  }
  if (node.kind === 'EXTERNAL_TASK' && (node.topic === null || !isName(node.topic))) {
    report(node.id, "an external task needs a topic: a letter, then letters, digits, '-' and '_', at most 64");
  }
  const canBeState = node.rests || ['AUTOMATIC_TASK', 'END_EVENT', 'UNSUPPORTED'].includes(node.kind);
  if (node.state !== null && !canBeState) report(node.id, `${withArticle(node)} can't be a state`);
  if (node.kind === 'END_EVENT' && node.state !== null && !endsTheTask(diagram, node)) {
    report(node.id, 'a terminal state inside a sub-process would not end the task: lead the arrow out of it');
  }
}

function endsTheTask(diagram, end) {
  const scope = diagram.node(end.scope);
  return !scope || scope.kind === 'EVENT_SUBPROCESS' && !diagram.node(scope.scope);
}
  },
  'rules/events': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { checkGuard, checkRole, roles } = require('../lib/guard');
const { Paths } = require('../lib/paths');
const { isName, list } = require('../lib/text');
const { checkNoGuard } = require('./properties');

/** Start events, events at states, end events, and what states hold and clear. */
module.exports = rule((diagram, report) => {
  for (const node of diagram.nodes) {
    checkCatching(diagram, node, report);
    checkAfterwards(node, report);
    checkParts(node, report);
    checkHolds(node, report);
    checkClears(node, report);
  }
  const starts = diagram.starts(diagram.key);
  if (!starts.length) report(diagram.key, 'draw a start event, so that tasks can begin');
  for (const start of starts) {
    if (start.event !== 'NONE' && start.event !== 'MESSAGE') {
      report(start.id, 'a task begins with a plain start event or a message');
    }
    checkGuard(start.id, start.properties, report);
  }
});

function checkCatching(diagram, node, report) {
  const ofEventSubprocess = node.kind === 'START_EVENT' && diagram.node(node.scope)?.kind === 'EVENT_SUBPROCESS';
  if (node.kind !== 'BOUNDARY_EVENT' && !ofEventSubprocess) return;
  const message = node.event === 'MESSAGE';
  if (!['TIMER', 'ERROR', 'MESSAGE'].includes(node.event)) {
    report(node.id, 'use a timer, a message or an error: other events have no trigger name');
  }
  if (message && (node.eventName === null || !isName(node.eventName))) {
    report(node.id, "the message's name is the trigger: a letter, then letters, digits, '-' and '_', at most 64");
  }
  if (!node.interrupting && new Paths(diagram).statesAfter(node).size) {
    report(node.id, "it does not interrupt, so its path can't lead to a state: the task would be in two");
  }
  (message ? checkGuard : checkNoGuard)(node.id, node.properties, report);
}

function checkAfterwards(node, report) {
  const trigger = node.properties.get('afterwards');
  if (trigger === undefined) {
    if (node.isEnd) checkNoGuard(node.id, node.properties, report);
    return;
  }
  if (!node.isEnd || node.state === null) {
    report(node.id, "'afterwards' is for end events that are states");
  } else if (!isName(trigger)) {
    report(node.id, `'${trigger}' is no name for a trigger: a letter, then letters, digits, '-' and '_', at most 64`);
  }
  checkGuard(node.id, node.properties, report);
}

function checkParts(node, report) {
  const several = node.multiInstance && node.kind === 'USER_TASK';
  ['reassign', 'fits'].filter(name => node.properties.has(name) && !several)
    .forEach(name => report(node.id, `'${name}' is for user tasks that are multi-instance`));
  roles(node.properties.get('reassign')).forEach(one => checkRole(node.id, one, report));
}

function checkHolds(node, report) {
  const names = list(node.properties.get('holds'));
  if (names.length && node.state === null) {
    report(node.id, "'holds' is for states: nobody would look here");
    return;
  }
  names.filter(name => !isName(name)).forEach(name =>
    report(node.id, `holds '${name}', which nothing brings: that is no name`));
}

function checkClears(node, report) {
  const names = list(node.properties.get('clears'));
  if (names.length && (node.state === null || node.isEnd)) {
    report(node.id, "'clears' is for states that a task leaves");
  }
  names.filter(name => !isName(name)).forEach(name =>
    report(node.id, `clears '${name}', which is no name of data`));
}
  },
  'rules/expressions': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { attribute, flowElements, loop, type } = require('../lib/model');
const { isExpression, shorten } = require('../lib/text');

const ACTIVITI = 'http://activiti.org/bpmn';
const ASYNC = ['async', 'asyncBefore', 'asyncAfter'];
const WORK = ['delegateExpression', 'expression', 'class', 'type', 'decisionRef'];
const MOST_PARTS = 100;

/** What stands where the engine expects an expression, a number or work. What an expression uses is up to the server. */
module.exports = rule((diagram, report) => {
  for (const element of flowElements(diagram.process).filter(one => one.id)) {
    const say = message => report(element.id, message);
    [element, loop(element)].filter(Boolean).forEach(one => checkAsync(one, say));
    if (element.conditionExpression) checkCondition(element.conditionExpression, say);
    if (loop(element)) checkParts(loop(element), say);
    const works = ['serviceTask', 'sendTask', 'businessRuleTask'].includes(type(element));
    if (works && !WORK.some(name => attribute(element, name) !== undefined)) {
      say('it does nothing: name a delegate with camunda:delegateExpression, write a camunda:expression, or draw a plain'
        + ' task');
    }
  }
});

function checkAsync(element, say) {
  const names = ASYNC.filter(name => String(attribute(element, name)) === 'true').map(name => 'camunda:' + name);
  [...names, ...olderAsync(element)].forEach(name =>
    say(`${name} would leave a task between two states: remove it; a task waits in receive tasks and user tasks`));
}

/** The engine also reads its attributes in the namespace of its predecessor. */
function olderAsync(element) {
  return Object.entries(element.$attrs ?? {})
    .filter(([name, value]) => {
      const [prefix, local] = name.split(':');
      return ASYNC.includes(local) && namespace(element, prefix) === ACTIVITI && value.trim().toLowerCase() !== 'false';
    })
    .map(([name]) => name);
}

function namespace(element, prefix) {
  return element && (element.$attrs?.['xmlns:' + prefix] ?? namespace(element.$parent, prefix));
}

/** An expression of ours, and not one of another language, such as `= approved`. */
const LACKS_BRACES = /^(true|false|(?!.*(?<![=!<>])=(?!=))[!(]*(task|payload|actor|policy)\b.*)$/s;

function checkCondition(condition, say) {
  const text = (condition.body ?? '').trim();
  if (!text) {
    say('the condition is empty: write an expression such as ${task.attempts < 3}, or remove it');
  } else if (!isExpression(text)) {
    say(`the condition '${shorten(text)}' is plain text: write ` + (LACKS_BRACES.test(text)
      ? `it as \${${shorten(text)}}` : 'an expression such as ${task.attempts < 3}'));
  } else if (!/^[$#]\{.*}$/s.test(text)) {
    say(`the condition '${shorten(text)}' has text around its expression: one \${…} is all of it`);
  }
}

function checkParts(many, say) {
  const collection = attribute(many, 'collection');
  const number = many.loopCardinality;
  if (collection !== undefined && !isExpression(collection)) {
    say(`the list '${shorten(collection)}' is no expression: write ` + (/^\w+$/.test(collection)
      ? `it as \${task.${collection}}` : 'one such as ${task.reviewers}'));
  }
  if (collection === undefined && !number) {
    say('say how many parts it has: a loop cardinality, or a list with camunda:collection');
  }
  if (collection !== undefined && number) say('it has a list and a number: which one counts? Remove one of them');
  if (number) checkNumber(number.body ?? '', say);
  if (many.completionCondition) checkCondition(many.completionCondition, say);
}

function checkNumber(text, say) {
  if (isExpression(text)) return;
  const number = /^[-+]?\d{1,10}$/.test(text.trim()) ? Number(text) : NaN;
  if (Number.isNaN(number) || Math.abs(number) >= 2 ** 31) {
    say(`the number of parts '${shorten(text)}' is no whole number and no expression`);
  } else if (number < 1 || number > MOST_PARTS) {
    say(`the number of parts is ${number}; it can be from 1 to ${MOST_PARTS}`);
  }
}
  },
  'rules/leases': function(module, require) {
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
  },
  'rules/loops': function(module, require) {
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
  },
  'rules/messages': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { attribute } = require('../lib/model');
const { fieldOf, isName, list } = require('../lib/text');
const { recipients } = require('../vocabulary.json');

/** Messages that tasks send to others. */
module.exports = rule((diagram, report) => {
  for (const node of diagram.nodes) {
    if (node.properties.has('to')) {
      check(node, report);
    } else {
      checkReceiver(node, report);
    }
  }
});

function check(node, report) {
  if (!node.throwsMessage) {
    report(node.id, "'to' is for events that throw a message");
    return;
  }
  if (node.eventName === null || !isName(node.eventName)) {
    report(node.id, "the message's name is the trigger that the other task takes: a letter, then letters, digits, '-' and '_', at most 64");
  }
  const to = node.properties.get('to');
  const field = fieldOf(to);
  if (!(field !== null && isName(field)) && !recipients.includes(to)) {
    report(node.id, "'to' is parent, children, blockers, or task.<field> for a field with ids of tasks");
  }
  list(node.properties.get('gives')).filter(name => !isName(name)).forEach(name =>
    report(node.id, `gives '${name}', which is no name of data`));
}

function checkReceiver(node, report) {
  const throwing = ['intermediate throw event', 'end event'].includes(node.elementType);
  for (const definition of throwing ? node.element.eventDefinitions ?? [] : []) {
    const implemented = ['expression', 'delegateExpression'].some(name => attribute(definition, name) !== undefined);
    if (definition.$type === 'bpmn:MessageEventDefinition' && !implemented) {
      report(node.id, "nobody would get the message: give the event a property 'to', such as parent or task.<field>");
    }
  }
}
  },
  'rules/properties': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { flowElements, frames, type, writtenProperties } = require('../lib/model');
const { nearest } = require('../lib/text');
const vocabulary = require('../vocabulary.json');

const WORDS = new Map(vocabulary.words.map(word => [word.name, word]));

/** Properties that are misspelt, stand where they mean nothing, or have a value that they can't have. */
module.exports = rule((diagram, report) => {
  [...frames(diagram.process), ...flowElements(diagram.process)].forEach(element => checkWritten(element, report));
  diagram.nodes.forEach(node => checkNode(diagram, node, report));
  for (const arrow of diagram.arrows) {
    const places = diagram.isTriggerOfState(arrow) ? ['ARROW', 'TRIGGER'] : ['ARROW'];
    for (const name of arrow.properties.keys()) {
      if (isKnown(arrow.id, name, report)) checkPlace(arrow.id, name, places, vocabulary.checkedOnArrows, report);
    }
  }
});

/** Properties that reading a diagram drops. */
function checkWritten(element, report) {
  const names = new Set();
  const frame = ['process', 'participant', 'lane'].includes(type(element));
  for (const { name, value } of writtenProperties(element)) {
    const foreign = isForeign(name);
    if (!foreign && names.has(name)) {
      report(element.id, `'${name}' is there twice: which one counts? Remove one of them`);
    } else if (name === 'roles' && /^[,\s]*$/.test(value ?? '')) {
      report(element.id, "'roles' is empty: name who may take it, write * for everybody, or remove the property");
    }
    names.add(name);
    if (!foreign && frame && !(type(element) === 'lane' && name === 'roles') && isKnown(element.id, name, report)) {
      checkPlace(element.id, name, [], [], report);
    }
  }
}

function checkNode(diagram, node, report) {
  for (const [name, value] of node.properties) {
    if (isKnown(node.id, name, report)) {
      checkPlace(node.id, name, placesOf(diagram, node), vocabulary.checkedElsewhere, report);
      checkValue(node.id, name, value, report);
    }
  }
  const guarded = ['BOUNDARY_EVENT', 'START_EVENT'].includes(node.kind) || node.isEnd;
  const plainStart = node.kind === 'START_EVENT' && diagram.node(node.scope)?.kind === 'SUBPROCESS';
  if (!guarded || plainStart) checkNoGuard(node.id, node.properties, report);
  if (node.properties.has('work') && !node.properties.has('afterwards')) {
    report(node.id, "'work' is done when a trigger comes after the end: name it with 'afterwards'");
  }
}

function placesOf(diagram, node) {
  const places = {
    START_EVENT: diagram.node(node.scope) ? ['MESSAGE_EVENT'] : ['START_EVENT'],
    BOUNDARY_EVENT: ['MESSAGE_EVENT'],
    END_EVENT: ['END_EVENT'],
    ERROR_END_EVENT: ['END_EVENT'],
    RECEIVE_TASK: ['WAIT_STATE'],
    EXTERNAL_TASK: ['WAIT_STATE'],
    TIMER_EVENT: ['WAIT_STATE'],
    CALL_ACTIVITY: ['WAIT_STATE', 'CALL_ACTIVITY'],
    USER_TASK: ['WAIT_STATE', 'USER_TASK', ...node.multiInstance ? ['MULTI_INSTANCE'] : []],
    AUTOMATIC_TASK: ['SERVICE_TASK']
  }[node.kind] ?? [];
  return places.filter(place => place !== 'MESSAGE_EVENT' || node.event === 'MESSAGE')
    .concat(node.throwsMessage ? ['MESSAGE_THROW'] : []);
}

/** Names with a colon or a dot belong to other tools. */
function isForeign(name) {
  return !name || name.includes(':') || name.includes('.');
}

function isKnown(element, name, report) {
  if (isForeign(name)) return false;
  if (!WORDS.has(name)) {
    const meant = nearest(name);
    report(element, `'${name}' is no property of a lifecycle: ` + (meant ? `did you mean '${meant}'?`
      : `there are ${[...WORDS.keys()].join(', ')}; write properties of other tools with a prefix, as in acme:owner`));
  }
  return WORDS.has(name);
}

function checkPlace(element, name, places, elsewhere, report) {
  const word = WORDS.get(name);
  if (!elsewhere.includes(name) && !word.places.some(place => places.includes(place))) {
    const meant = word.places.map(place => vocabulary.places[place]).join(' and ');
    report(element, `'${name}' has no meaning here; it is for ${meant}`);
  }
}

function checkValue(element, name, value, report) {
  const { values } = WORDS.get(name);
  if (!['lease', 'within'].includes(name) && values.length && !values.includes(value)) {
    report(element, `'${name}' can only be ${values.join(' or ')}`);
  }
}

function checkNoGuard(element, properties, report) {
  vocabulary.guards.filter(name => properties.has(name)).forEach(name =>
    report(element, `'${name}' works on triggers and messages only; here nobody would enforce it`));
}

module.exports.checkNoGuard = checkNoGuard;
  },
  'rules/schemas': function(module, require) {
'use strict';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const FILE_NAME = /^[\w.-]+$/;

/** Addresses of XML schemas, which a parser would call. */
module.exports = () => ({
  check(node, reporter) {
    if (node.$type !== 'bpmn:Definitions') return;
    for (const element of everything(node, new Set())) {
      if (locatesSchemas(element)) {
        reporter.report(element.id ?? node.id,
          'it says where XML schemas are, and the server calls no other addresses: remove xsi:schemaLocation');
        return;
      }
    }
  }
});

/** Also the elements of other tools, whose attributes are plain fields. */
function everything(value, found) {
  if (value && typeof value === 'object' && !found.has(value)) {
    if (!Array.isArray(value)) found.add(value);
    Object.values(value).forEach(inside => everything(inside, found));
  }
  return found;
}

function locatesSchemas(element) {
  return Object.entries({ ...element, ...element.$attrs }).some(([name, value]) => {
    if (typeof value !== 'string') return false;
    const words = value.trim().split(/\s+/);
    switch (name.split(':')[1]) {
      case 'noNamespaceSchemaLocation': return !FILE_NAME.test(value.trim());
      case 'schemaLocation':
        return words.some((place, i) => i % 2 === 1 && words[i - 1] !== BPMN && !FILE_NAME.test(place));
      default: return false;
    }
  });
}
  },
  'rules/states': function(module, require) {
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
  },
  'rules/subtasks': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { loop } = require('../lib/model');
const { isExpression, isName, list } = require('../lib/text');

/** Call activities; whether the lifecycle that they call exists is up to the server. */
module.exports = rule((diagram, report) => {
  for (const node of diagram.nodes) {
    if (node.kind === 'CALL_ACTIVITY') {
      checkCall(node, report);
    } else {
      ['gives', 'brings', 'cascade']
        .filter(word => node.properties.has(word) && !(word === 'gives' && node.throwsMessage))
        .forEach(word => report(node.id, `'${word}' is for call activities`));
    }
  }
});

function checkCall(node, report) {
  const many = loop(node.element);
  if (many && node.list === null) {
    report(node.id, 'a call activity creates one child, or one for each entry of a list: its collection names the list,'
      + ' such as ${task.chapters}');
  }
  for (const word of ['gives', 'brings']) {
    list(node.properties.get(word)).filter(name => !isName(name)).forEach(name =>
      report(node.id, `${word} '${name}', which is no name of data`));
  }
  if (node.called === null) {
    report(node.id, 'name the lifecycle of the children as the called element');
  } else if (isExpression(node.called)) {
    report(node.id, 'the called element is the key of a lifecycle, written out and not computed');
  }
  if (many && (many.isSequential || many.completionCondition)) {
    report(node.id, 'all children are created at once and waited for until they have ended: leave out sequential and the'
      + ' completion condition');
  }
}
  },
  'rules/timers': function(module, require) {
'use strict';

const rule = require('../lib/rule');
const { isExpression } = require('../lib/text');

const MAX_LENGTH = 100;
const SHORTEST_CYCLE = 1; // seconds; a server can have another limit
const DURATION = /^P(?!$)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(?:\.\d+)?S)?)?$/;
const WEEKS = /^P\d{1,6}W$/;
const UNITS = { H: 3600, M: 60, S: 1 };

/** Times that can't be read, never come, or come too often. Cron expressions and dates are mostly up to the server. */
module.exports = rule((diagram, report) => {
  for (const node of diagram.nodes) {
    for (const timer of node.element.eventDefinitions ?? []) {
      if (timer.$type === 'bpmn:TimerEventDefinition') check(node, timer, message => report(node.id, message));
    }
  }
});

function check(node, timer, report) {
  if (node.kind === 'TIMER_EVENT' && timer.timeCycle) {
    report('a task waits here once: give the timer a date or a duration, not a cycle');
  }
  const times = ['timeDuration', 'timeDate', 'timeCycle'].filter(name => timer[name]);
  const text = (timer[times[0]]?.body ?? '').trim();
  if (times.length !== 1 || !text) {
    report('the timer needs one time: a duration such as PT15M, a date or a cycle');
  } else if (!isExpression(text)) {
    const fault = text.length > MAX_LENGTH ? `the timer can't be read: it has more than ${MAX_LENGTH} characters`
      : { timeDuration: ofDuration, timeDate: ofDate, timeCycle: ofCycle }[times[0]](text);
    if (fault) report(fault);
  }
}

function unreadable(text) {
  return `the timer can't be read: '${text}' is no ISO-8601 duration, date or cycle`;
}

function isDuration(text) {
  return DURATION.test(text) || WEEKS.test(text);
}

function ofDuration(text) {
  if (text.startsWith('R')) return `'${text}' is a cycle: use a timer of that type, or leave R/ out`;
  if (text.includes('/')) return null;
  if (!isDuration(text)) return unreadable(text);
  return isTooShort(text) ? `the timer would fire at once: '${text}' is less than PT${SHORTEST_CYCLE}S`
    + ' (baton.diagrams.shortest-cycle)' : null;
}

function ofDate(text) {
  return /^[-+\dTP]/.test(text) ? null : unreadable(text);
}

function ofCycle(text) {
  if (!text.startsWith('R')) return null;
  const [times, ...parts] = text.split('/');
  if (!parts.length || parts.length > 2 || !/^R\d*$/.test(times) || /^R0+$/.test(times)) return unreadable(text);
  if (!/^[-+\dTP]/.test(parts[0])) return unreadable(text);
  const period = parts.find(part => part.startsWith('P'));
  if (period === undefined) return null;
  if (!isDuration(period)) return unreadable(text);
  return isTooShort(period) ? `the timer would fire too often: '${text}' repeats in less than PT${SHORTEST_CYCLE}S`
    + ' (baton.diagrams.shortest-cycle)' : null;
}

/** Days and longer parts are never too short, unless there are none of them. */
function isTooShort(period) {
  const [days, time = ''] = period.split('T');
  const seconds = [...time.matchAll(/([\d.]+)([HMS])/g)].reduce((sum, [, count, unit]) => sum + count * UNITS[unit], 0);
  return !/[1-9]/.test(days) && seconds < SHORTEST_CYCLE;
}
  }
};
const loaded = {};
function load(path) {
  if (!loaded[path]) {
    loaded[path] = { exports: {} };
    modules[path](loaded[path], name => load(resolve(path, name)));
  }
  return loaded[path].exports;
}
function resolve(from, name) {
  return name.startsWith('../') ? name.slice(3) : from.split('/')[0] + name.slice(1);
}
const resolver = {
  resolveRule(pkg, name) {
    if (pkg !== 'bpmnlint-plugin-baton' || !modules['rules/' + name]) throw new Error('no rule ' + pkg + '/' + name);
    return load('rules/' + name);
  },
  resolveConfig(pkg, name) {
    throw new Error('no configuration ' + pkg + '/' + name);
  }
};
const rules = {
  "baton/arrows": "error",
  "baton/attributes": "error",
  "baton/claims-and-counts": "error",
  "baton/elements": "error",
  "baton/events": "error",
  "baton/expressions": "error",
  "baton/leases": "error",
  "baton/loops": "error",
  "baton/messages": "error",
  "baton/properties": "error",
  "baton/schemas": "error",
  "baton/states": "error",
  "baton/subtasks": "error",
  "baton/timers": "error",
  "no-duplicate-sequence-flows": "off"
};
window.plugins = window.plugins || [];
window.plugins.push({ plugin: { config: { rules }, resolver }, type: 'lintRules.bpmn' });
})();
