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

/** The extension properties of an element. Empty ones say nothing, except for an empty `keeps`. */
function properties(element) {
  const found = new Map();
  for (const group of element.extensionElements?.values ?? []) {
    if (!/^camunda:properties$/i.test(group.$type)) continue;
    for (const property of group.values ?? group.$children ?? []) {
      if (property.name === 'keeps' || !isBlank(property.value)) found.set(property.name, property.value);
    }
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

/** All elements of BPMN in a scope, with those of its sub-processes. */
function flowElements(scope) {
  return (scope.flowElements ?? []).flatMap(element => [element, ...flowElements(element)]);
}

module.exports = { type, attribute, properties, loop, executable, flowElements };
