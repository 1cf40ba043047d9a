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
