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
