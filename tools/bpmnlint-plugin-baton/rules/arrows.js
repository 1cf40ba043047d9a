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
