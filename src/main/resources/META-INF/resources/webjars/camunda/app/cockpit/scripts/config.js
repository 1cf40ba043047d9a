// Cockpit reads this file at its start. It takes the place of the one that comes with Camunda.
import { leaveOut, whoAmI } from '/forms/camunda-pages.js';

const me = await whoAmI();

// Their routes are closed to everybody.
const CLOSED = [
  'cockpit.navigation:batch',
  'cockpit.navigation:reports',
  'cockpit.tasks.dashboard:task-dashboard', // it counts the engine's history, which is off
  'cockpit.processInstance.runtime.action:add-variable-action',
  'cockpit.processDefinition.runtime.action:bulk-job-definition-override-job-priority-action',
  'cockpit.jobDefinition.action:job-definition-override-job-priority-action',
  'cockpit.repository.deployment.action:delete-deployment',
  'cockpit.incident.action:increase-incident-external-task-retry'
];

const FOR_ADMINS = [
  'cockpit.navigation:decisions', // others see none
  'cockpit.processInstance.runtime.action:update-suspension-state-action',
  'cockpit.processInstance.runtime.action:cancel-process-instance-action',
  'cockpit.processDefinition.runtime.action:update-suspension-state-action',
  'cockpit.jobDefinition.action:update-suspension-state'
];

const admin = me?.groups.includes('admin');
leaveOut(admin ? CLOSED : [...CLOSED, ...FOR_ADMINS]);
document.documentElement.classList.toggle('baton-admin', Boolean(admin));

export default {
  disableWelcomeMessage: true,
  customScripts: ['scripts/baton-task.js', 'scripts/baton-tasks.js', 'scripts/baton-search.js', 'scripts/baton-people.js']
};
