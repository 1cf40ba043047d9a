// Cockpit reads this file at its start. It takes the place of the one that comes with Camunda.
export default {
  customScripts: ['scripts/baton-task.js']
};
