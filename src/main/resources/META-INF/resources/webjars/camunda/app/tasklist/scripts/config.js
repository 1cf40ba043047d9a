// Tasklist reads this file at its start. It takes the place of the one that comes with Camunda.
import { leaveOut, whoAmI } from '/forms/camunda-pages.js';

const me = await whoAmI();

leaveOut([
  'tasklist.navbar.action:create-task-action', // a task is started with its lifecycle
  'tasklist.task.action:task-action-comment', // baton.js has comments and the history of the ledger
  'tasklist.task.detail:task-detail-history'
]);

/** Marks the page for those in one of the groups; the styles leave out what others can't use. */
function mark(name, ...groups) {
  document.documentElement.classList.toggle(name, Boolean(me?.groups.some(group => groups.includes(group))));
}

mark('baton-supervises', 'lead', 'human', 'admin');
mark('baton-operates', 'human', 'admin');
mark('baton-admin', 'admin');

export default {
  disableWelcomeMessage: true,
  customScripts: ['scripts/baton.js'],
  shortcuts: {
    claimTask: { key: 'ctrl+alt+c', description: 'claims the currently selected task' },
    focusFilter: { key: 'ctrl+shift+f', description: 'set the focus to the first filter in the list' },
    focusList: { key: 'ctrl+alt+l', description: 'sets the focus to the first task in the list' },
    focusForm: { key: 'ctrl+alt+f', description: 'sets the focus to the first input field in a task form' },
    startProcess: { key: 'ctrl+alt+p', description: 'opens the start process modal dialog' }
  }
};
