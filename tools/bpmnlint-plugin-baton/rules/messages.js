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
