import { el, words } from './dom.js';

/** What follows from a move besides the state that it leads to: who or what the task waits for then, and who is told. */
export function consequences(option, task, lifecycle) {
  const waits = lifecycle.states.filter(state => option.to.includes(state.name)).map(state => waiting(state, task));
  const ways = lifecycle.transitions.concat(lifecycle.within)
    .filter(way => way.from === task.state && way.trigger === option.trigger);
  const asked = ways.flatMap(way => way.decisions.filter(one => one.result).map(one => `Asks the table ${words(one.decision).toLowerCase()}.`));
  const told = ways.flatMap(way => way.messages.map(one => `Sends ${words(one.trigger).toLowerCase()} to ${receiver(one.to)}.`));
  const others = (task.data.waitingFor?.length ?? 1) - 1;
  const part = !option.message && others > 0
    ? `This is your part. The task goes on when ${others === 1 ? 'another one is' : others + ' others are'} done, too.` : null;
  const itself = ways.some(way => way.on) ? 'Happens by itself when the last task that this one waits for has finished.' : null;
  const all = [...new Set([part, itself, ...waits, ...asked, ...told])].filter(Boolean);
  return all.length ? el('div', { class: 'baton-hint' }, all.join(' ')) : null;
}

function waiting(state, task) {
  if (state.subtasks) return `Makes ${children(state.subtasks, task)}, and waits for them.`;
  if (state.topic) return `Waits for a program that does ${state.topic}.`;
  if (state.parts && !state.parts.of) return 'Waits for several people.';
  return state.until === 'time' ? 'Waits for a time.' : null;
}

function children({ lifecycle, list }, task) {
  const entries = list ? task.data[list] : null;
  const number = !list ? 'one' : Array.isArray(entries) ? entries.length : 'some';
  return `${number} ${number === 'one' || number === 1 ? 'task' : 'tasks'} of ${words(lifecycle).toLowerCase()}`;
}

function receiver(to) {
  const known = { parent: 'the task that this is a part of', children: 'its subtasks', blockers: 'the tasks that it waits for' };
  return known[to] ?? `the task in ${words(to.replace(/^task\./, '')).toLowerCase()}`;
}
