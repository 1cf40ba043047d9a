'use strict';

const { fieldOf, isName, list } = require('./text');

const ARROW_LEASES = ['held', 'holder', 'new', 'end'];

/** `lead?bold`: who, and the policy that it depends on. */
function role(text) {
  const at = text.indexOf('?');
  return at < 0 ? { text, terms: text.split('+'), policy: null }
    : { text, terms: text.slice(0, at).split('+'), policy: text.slice(at + 1) };
}

function roles(text) {
  return list(text).map(role);
}

const EVERYBODY = '*';

/** Nobody in particular: the arrow is open to everybody. */
function withoutEverybody(named) {
  return named.length === 1 && named[0].text === EVERYBODY ? [] : named;
}

/** The conditions for taking an arrow, as its properties say them. */
function guard(properties) {
  const lease = properties.get('lease');
  const artifacts = list(properties.get('requires')).map(name => name.endsWith('?')
    ? { name: name.slice(0, -1), required: false } : { name, required: true });
  const said = roles(properties.get('roles'));
  const named = withoutEverybody(said);
  const onBlockersFinished = properties.get('on') === 'blockers-finished' && !(said.length && !named.length);
  const alsoSystem = onBlockersFinished && !named.some(one => one.text === 'system');
  return {
    roles: named,
    takers: alsoSystem ? [...named, role('system')] : named,
    except: roles(properties.get('except')),
    artifacts,
    required: artifacts.filter(artifact => artifact.required).map(artifact => artifact.name),
    keeps: properties.has('keeps') ? new Set(list(properties.get('keeps'))) : null,
    lease: ARROW_LEASES.includes(lease) ? lease : null,
    force: new Set(list(properties.get('force'))),
    onlySystem: (named.length > 0 || onBlockersFinished) && named.every(one => one.text === 'system')
  };
}

function checkTerm(element, term, report) {
  const field = fieldOf(term);
  if (term === EVERYBODY) report(element, "'*' means everybody: it can only stand alone, and only in 'roles'");
  if (field !== null && !field.split('.').every(isName)) report(element, `'${term}' is no field of the task`);
}

function checkRole(element, one, report) {
  if (one.terms.includes('')) report(element, `'${one.text}': a role is missing`);
  else one.terms.forEach(term => checkTerm(element, term, report));
  if (one.policy !== null && !isName(one.policy)) {
    report(element, `'${one.text}': what stands after the question mark names a policy`);
  }
}

/** Whether everybody with the one role has the other, too. */
function includes(other, one) {
  return other.terms.every(term => one.terms.includes(term)) && [null, one.policy].includes(other.policy);
}

/** Whether `except` leaves out everybody whom `roles` names. */
function admitsNobody(said) {
  return said.takers.length > 0 && said.takers.every(one => said.except.some(other => includes(other, one)));
}

/** What can be wrong with a guard; whether its groups, schemas and rules exist is up to the server. */
function checkGuard(element, properties, report) {
  const said = guard(properties);
  [...said.roles, ...said.except].forEach(one => checkRole(element, one, report));
  if (admitsNobody(said)) report(element, "nobody could take it: 'except' leaves out everybody whom 'roles' names");
  said.force.forEach(term => checkTerm(element, term, report));
  if (properties.has('lease') && !said.lease) {
    report(element, "on an arrow 'lease' can only be 'held', 'holder', 'new' or 'end'");
  }
  if (said.force.size && !said.lease) report(element, "'force' only makes sense beside 'lease'");
  if (!['true', 'false'].includes(properties.get('within') ?? 'false')) report(element, "'within' is true or false");
  said.artifacts.filter(artifact => !isName(artifact.name))
    .forEach(artifact => report(element, `'${artifact.name}' is no name for an artifact`));
  const names = said.artifacts.map(artifact => artifact.name);
  [...said.keeps ?? []].filter(kept => !names.includes(kept))
    .forEach(kept => report(element, `keeps '${kept}', which is not among what the arrow requires`));
}

module.exports = { checkGuard, checkRole, guard, roles };
