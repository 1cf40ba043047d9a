import { createRequire } from 'node:module';
import { diagrams, shown } from './files.mjs';
import { read } from './diagram.mjs';

const require = createRequire(import.meta.url);
const { Linter } = require('bpmnlint');
const NodeResolver = require('bpmnlint/lib/resolver/node-resolver');

const config = {
  extends: ['bpmnlint:recommended', 'plugin:camunda-compat/camunda-platform-7-24', 'plugin:baton/recommended'],
  rules: {
    // a state has as many ways in as its lifecycle wants; a gateway in front of each would say nothing
    'fake-join': 'off',
    // an arrow's name is its trigger, also where there is only one, and two triggers may lead to one place
    'superfluous-label': 'off',
    'no-duplicate-sequence-flows': 'off',
    'camunda-compat/history-time-to-live': 'error'
  }
};

/** What bpmnlint says of a diagram, one line each. */
export async function lint(definitions) {
  const linter = new Linter({ config, resolver: new NodeResolver({ require }) });
  const results = await linter.lint(definitions);
  const elements = new Map();
  index(definitions, elements);
  return Object.entries(results).flatMap(([rule, reports]) => reports
    .filter(report => !exceptions[rule]?.(elements.get(report.id), elements))
    .map(report => `${report.id}: ${report.message} (${rule})`));
}

const exceptions = {
  'label-required': isTriggerGateway,
  'no-implicit-end': alwaysFails,
  'no-implicit-start': isMeantToBeUnreachable,
  'no-disconnected': isMeantToBeUnreachable
};

/** A state that exists, but that no arrow leads to. */
function isMeantToBeUnreachable(element) {
  return (element?.extensionElements?.values ?? [])
    .flatMap(extension => extension.values ?? extension.$children ?? [])
    .some(property => property.name === 'unreachable' && property.value === 'true');
}

/** Work whose only ways out are its errors. */
function alwaysFails(task, elements) {
  return [...elements.values()].some(event => event.attachedToRef === task
    && event.eventDefinitions?.some(definition => definition.$type === 'bpmn:ErrorEventDefinition'));
}

/** Behind a waiting state: its arrows are named, and the state itself is the question. */
function isTriggerGateway(element) {
  return element?.$type === 'bpmn:ExclusiveGateway' && !element.default
    && (element.outgoing ?? []).every(arrow => arrow.name && !arrow.conditionExpression);
}

function index(element, found) {
  if (element.id) found.set(element.id, element);
  [...(element.rootElements ?? []), ...(element.flowElements ?? [])].forEach(child => index(child, found));
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  let faults = 0;
  for (const file of diagrams(process.argv.slice(2))) {
    const { definitions, warnings } = await read(file);
    for (const fault of [...warnings, ...await lint(definitions)]) {
      console.error(`${shown(file)}: ${fault}`);
      faults++;
    }
  }
  process.exit(faults ? 1 : 0);
}
