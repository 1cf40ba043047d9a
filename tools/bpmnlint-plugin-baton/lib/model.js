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
