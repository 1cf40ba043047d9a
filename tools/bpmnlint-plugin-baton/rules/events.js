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
