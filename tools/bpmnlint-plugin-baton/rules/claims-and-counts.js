'use strict';

const rule = require('../lib/rule');
const { guard } = require('../lib/guard');
const { Lifecycle } = require('../lib/lifecycle');
const { isName, list } = require('../lib/text');
const { taskFields } = require('../vocabulary.json');

const WORDS = ['claim', 'on', 'count', 'collect'];

/** The words `claim`, `on`, `count` and `collect`. */
module.exports = rule((diagram, report) => {
  diagram.arrows.forEach(arrow => check(arrow, diagram.isTriggerOfState(arrow), report));
  for (const node of diagram.nodes) {
    if (diagram.catches(node)) {
      check(node, node.event === 'MESSAGE', report);
    } else {
      WORDS.filter(word => node.properties.has(word)).forEach(word =>
        report(node.id, `'${word}' is for arrows and the events on a state; here it does nothing`));
    }
  }
  const lifecycle = new Lifecycle(diagram);
  lifecycle.states.forEach(state => checkClaims(lifecycle, state, report));
});

/** @param trigger whether callers can take it */
function check({ id, properties }, trigger, report) {
  const said = guard(properties);
  const claim = properties.get('claim');
  const on = properties.get('on');
  const required = said.required.join(', ');
  if (claim !== undefined && !['true', 'false'].includes(claim)) {
    report(id, "'claim' is true or false");
  } else if (claim === 'true' && required) {
    report(id, `claim=true, but a claim brings nothing: it can't require ${required}`);
  }
  if (on !== undefined && on !== 'blockers-finished') {
    report(id, "'on' can only be 'blockers-finished'");
  } else if (on !== undefined && required) {
    report(id, `the server takes it and brings nothing: it can't require ${required}`);
  }
  if (!trigger && (claim !== undefined || on !== undefined)) {
    report(id, `'${claim === undefined ? 'on' : 'claim'}' is for triggers, and this is none`);
  }
  if (properties.has('actions') && !said.roles.some(one => one.text === 'system')) {
    report(id, "the server takes it for an agent's action: 'roles' has to name system");
  }
  list(properties.get('count')).forEach(name => checkField(id, 'count', name, report));
  list(properties.get('collect')).forEach(text => checkCollect(id, text, trigger ? said.artifacts : [], report));
}

function checkField(id, word, name, report) {
  if (!isName(name) || taskFields.includes(name)) {
    report(id, `'${word}' writes a field of the task's data, which '${name}' can't be`);
  }
}

function checkCollect(id, text, artifacts, report) {
  const at = text.indexOf(':');
  const source = at < 0 ? null : text.slice(at + 1);
  checkField(id, 'collect', at < 0 ? text : text.slice(0, at), report);
  if (source !== 'actor' && !artifacts.some(artifact => artifact.name === source)) {
    report(id, "'collect' names a list and what it gets, such as approvers:actor or verdicts:verdict, where verdict is an"
      + ' artifact that the trigger requires');
  }
}

/** A claim hands a task to a worker, so that somebody has to hold it afterwards, and only one arrow can do it. */
function checkClaims(lifecycle, state, report) {
  const claims = lifecycle.exits(state.name).filter(exit => isClaim(lifecycle.diagram, exit));
  if (claims.length > 1) {
    report(claims[1].element, `a second claim=true out of '${state.name}': which one shall claims take?`);
  }
  for (const claim of claims) {
    const held = claim.guard.lease === 'new' || [...lifecycle.targets(state.name, claim)]
      .some(target => lifecycle.states.get(target).lease === 'new');
    if (!held) {
      report(claim.element, 'claim=true, but nobody would hold the task: give the arrow lease=new, or the state that it'
        + ' leads to');
    }
  }
}

/** The claim of external work is not drawn. */
function isClaim(diagram, exit) {
  const element = diagram.node(exit.element) ?? diagram.arrows.find(arrow => arrow.id === exit.element);
  return element ? element.properties.get('claim')?.toLowerCase() === 'true' : exit.trigger === 'claim';
}
