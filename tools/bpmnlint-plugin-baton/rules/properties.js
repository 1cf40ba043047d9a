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
