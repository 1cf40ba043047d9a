// A tab on the page of a process instance: the task in the ledger, with the lease, whose timer is no job until it is due.

const REFRESH = 5000;

function time(text) {
  return text ? new Date(text).toLocaleString() : null;
}

function lease(task) {
  if (!task.lease) {
    return null;
  }
  const left = Math.round((new Date(task.lease.expiresAt) - Date.now()) / 1000);
  return `until ${time(task.lease.expiresAt)} (${left > 0 ? `${left} s left` : 'run out'}), epoch ${task.lease.epoch}`;
}

function heartbeat(task) {
  const beat = task.data.heartbeat;
  return beat ? [time(beat.at), beat.note].filter(Boolean).join(': ') : null;
}

function rows(task) {
  return [
    ['Task', task.id],
    ['Title', task.title],
    ['State', task.state],
    ['Since', time(task.stateEnteredAt)],
    ['Assignee', task.assignee],
    ['Lease', lease(task)],
    ['Last heartbeat', heartbeat(task)],
    ['Attempts', `${task.attempts} of ${task.maxAttempts}`],
    ['Waits for', task.blockedBy.map(blocker => `${blocker.id} (${blocker.state})`).join(', ')],
    ['Flags', task.flags.join(', ')]
  ].filter(([, value]) => value);
}

function show(node, task) {
  const table = document.createElement('table');
  table.className = 'cam-table';
  table.id = 'baton-task';
  for (const [name, value] of rows(task)) {
    const row = table.insertRow();
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = name;
    row.append(head);
    row.insertCell().textContent = value;
  }
  node.replaceChildren(table);
}

async function read(url) {
  const answer = await fetch(url, {headers: {Accept: 'application/json', 'X-Requested-With': 'Cockpit'}});
  if (!answer.ok) {
    throw new Error(`${url} answered ${answer.status}`);
  }
  return answer.json();
}

const timers = new Map();

export default {
  id: 'baton.task',
  pluginPoint: 'cockpit.processInstance.runtime.tab',
  priority: 20,
  properties: {label: 'Task'},

  render(node, {api, processInstanceId}) {
    const refresh = async () => {
      try {
        const instance = await read(`${api.engineApi}/process-instance/${encodeURIComponent(processInstanceId)}`);
        show(node, await read(`/api/tasks/${encodeURIComponent(instance.businessKey)}`));
      } catch (e) {
        node.textContent = `The task can't be shown: ${e.message}`;
      }
    };
    refresh();
    timers.set(this.id, setInterval(refresh, REFRESH));
  },

  unmount() {
    clearInterval(timers.get('baton.task'));
    timers.delete('baton.task');
  }
};
