'use strict';

const RULES = ['arrows', 'attributes', 'claims-and-counts', 'elements', 'events', 'expressions', 'leases', 'loops',
  'messages', 'properties', 'schemas', 'states', 'subtasks', 'timers'];

module.exports = {
  // what the Camunda Modeler reads of a plug-in
  name: 'Lint rules for lifecycles of Baton',
  script: './modeler.js',

  // what bpmnlint reads of a plug-in
  configs: {
    recommended: { rules: Object.fromEntries(RULES.map(rule => [rule, 'error'])) }
  },
  rules: Object.fromEntries(RULES.map(rule => [rule, `./rules/${rule}`]))
};
