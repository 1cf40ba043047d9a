// Plug-ins of Tasklist: a link to the console, the task's history with comments, and counts beside the lists.
import { markdown } from '/console/markdown.js';
import { api, engine, get } from '/forms/api.js';
import { inConsole } from '/forms/camunda-pages.js';
import { el, newId, words } from '/forms/dom.js';
import { draftKey, keepDraft } from '/forms/drafts.js';
import { moment } from '/forms/reading.js';

const COUNTS = 15000;
const AGAIN = 2000;
let counted = 0;
const LONG = 400;

async function taskOf(userTaskId) {
  const userTask = await engine('/task/' + userTaskId);
  return (await engine('/process-instance/' + userTask.processInstanceId)).businessKey;
}

/** Transitions, edits and comments in one list, the newest first. */
async function happened(id) {
  const path = '/tasks/' + encodeURIComponent(id);
  const [history, comments] = await Promise.all([get(path + '/history'), get(path + '/records/comments?limit=500')]);
  return [
    ...history.map(step => ({ at: step.at, by: step.actor, what: step.kind === 'edit' ? 'changed' : step.trigger ?? 'by itself', step })),
    ...comments.records.filter(comment => !history.some(step => came(comment, step))).map(comment => ({ at: comment.at, by: comment.by, what: 'comment', text: comment.text }))
  ].sort((a, b) => b.at.localeCompare(a.at));
}

/** Some moves leave what they brought as a comment too. */
function came({ by, text }, { actor, payload }) {
  return by === actor && JSON.stringify(payload ?? {}).includes(JSON.stringify(text));
}

function entry({ at, by, what, text, step }) {
  const way = step && step.kind !== 'edit' ? [step.from, step.to].filter(Boolean).map(words).join(' → ') : null;
  const said = text ?? Object.values(step?.payload ?? {}).find(value => typeof value === 'string' && value.trim());
  return el('li', { 'data-what': what },
    moment(at), ' · ', el('strong', {}, by), ' · ', words(what), way ? ': ' + way : null,
    said ? el('div', { class: 'baton-said' }, folded([].concat(said).join('\n'))) : null);
}

/** A description or a report would push all other entries away. */
function folded(text) {
  const shown = markdown(text) ?? text;
  const plain = shown.textContent ?? text;
  return text.length > LONG ? el('details', {}, el('summary', {}, plain.trim().slice(0, LONG / 2) + ' …'), shown) : shown;
}

async function show(node, id) {
  const list = el('ul', { class: 'baton-history' });
  const refresh = async () => list.replaceChildren(...(await happened(id)).map(entry));
  const me = await get('/me');
  node.replaceChildren(commentBox(id, refresh, draftKey(me.id, 'comment', id)), list,
    el('a', { href: inConsole(id) }, 'The whole task in the console'));
  await refresh();
}

function commentBox(id, refresh, key) {
  const text = el('textarea', { class: 'form-control', rows: 2, maxlength: 10000, id: newId(), name: 'comment' });
  const fault = el('div', { class: 'baton-fault', role: 'alert', hidden: true });
  const send = async event => {
    event.preventDefault();
    const { ok, body } = await api(`/tasks/${encodeURIComponent(id)}/comments`, { text: text.value });
    fault.hidden = ok;
    fault.textContent = ok ? '' : text.value.trim() ? body?.detail ?? 'This could not be saved.' : 'Write something first.';
    if (!ok) return text.focus();
    text.value = '';
    text.dispatchEvent(new Event('input', { bubbles: true })); // nothing is left to be kept
    await refresh();
  };
  const kept = el('div');
  const form = el('form', { class: 'baton-comment', submit: send },
    el('label', { for: text.id }, 'Comment'), kept, text, fault,
    el('button', { type: 'submit', class: 'btn btn-default' }, 'Add comment'));
  keepDraft(key, { draft: () => ({ values: { comment: text.value } }), restore: ({ values }) => { text.value = values.comment; } }, form, kept);
  return form;
}

function trouble(node, error) {
  node.replaceChildren(el('div', { class: 'baton-refused', role: 'alert' }, 'This can\'t be shown: ' + error.message));
}

/** How many user tasks each list has; Tasklist itself counts only the one that is open. */
async function count() {
  if (!document.querySelector('.task-filter')) return;
  counted = Date.now();
  try {
    const filters = await engine('/filter?resourceType=Task&itemCount=true');
    const counts = new Map(filters.map(filter => [filter.name, filter.itemCount]));
    for (const link of document.querySelectorAll('.task-filter .name a')) {
      const name = link.firstChild.textContent.trim();
      if (counts.has(name)) link.dataset.count = counts.get(name);
    }
  } catch {
    // the lists work without counts
  }
}

setInterval(count, COUNTS);
new MutationObserver(() => {
  if (document.querySelector('.task-filter .name a:not([data-count])') && Date.now() - counted > AGAIN) count();
}).observe(document.documentElement, { childList: true, subtree: true });

const styles = el('link', { rel: 'stylesheet', href: '/forms/forms.css' });
document.head.append(styles);

export default [
  {
    id: 'baton-console',
    pluginPoint: 'tasklist.navbar.action',
    priority: 1000,
    render: node => node.append(el('a', { href: '/' }, 'Console'))
  },
  {
    id: 'baton-history',
    pluginPoint: 'tasklist.task.detail',
    priority: 800,
    properties: { label: 'History' },
    label: 'History',
    render(node, { taskId }) {
      node.className = 'baton';
      node.textContent = 'Loading …';
      taskOf(taskId).then(id => show(node, id)).catch(error => trouble(node, error));
    }
  },
  {
    id: 'baton-agents',
    pluginPoint: 'tasklist.list',
    priority: -100,
    render: node => node.append(el('p', { class: 'baton-elsewhere' },
      'These wait for a decision or an answer. Work that is assigned to you and not done yet is on the console\'s page ',
      el('a', { href: '/' }, 'Now'), '; tasks that agents work on are there too: ',
      el('a', { href: '/tasks?mine=true' }, 'mine'), ', ',
      el('a', { href: '/tasks?state=blocked&state=BLOCKED' }, 'all blocked ones'), ', ',
      el('a', { href: '/tasks' }, 'all'), '.'))
  }
];
