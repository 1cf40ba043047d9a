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
