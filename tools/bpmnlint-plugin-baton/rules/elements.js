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
