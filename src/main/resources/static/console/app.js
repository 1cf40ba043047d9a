import { api } from '../forms/api.js';
import { words } from '../forms/dom.js';
import { answering, ask, closeDialogs } from './dialogs.js';
import { help, keys } from './keys.js';
import { html, nothing, render } from './lit.js';
import { connect, listen } from './live.js';
import { trouble } from './parts.js';
import { forgetLifecycles, me, signedOut, signIn, signOut, whoAmI } from './server.js';

const PAGES = [
  [/^\/$/, 'now', 'Now'],
  [/^\/tasks$/, 'tasks', 'Tasks'],
  [/^\/tasks\/([^/]+)$/, 'task', 'Task'],
  [/^\/agents$/, 'agents', 'Agents'],
  [/^\/flow$/, 'flow', 'Flow'],
  [/^\/lifecycles(?:\/([^/]+))?$/, 'lifecycles', 'Lifecycles'],
  [/^\/new$/, 'new', 'New task']
];
const MENU = [['/', 'Now'], ['/tasks', 'Tasks'], ['/agents', 'Agents'], ['/flow', 'Flow'], ['/lifecycles', 'Lifecycles']];

const ICON = new URL('icon.svg', import.meta.url).pathname;

const main = document.querySelector('#main');
const banner = document.createElement('div');
main.before(banner);
let page;
let asked = 0;
let live = false;
let shown = '';
let broken = false;

/** Shows the page that the address names. A page is `open(place, {id, query, go, title})`; it returns what to do on leaving. */
async function show() {
  const turn = ++asked;
  shown = location.pathname + location.search;
  const [pattern, name, title] = PAGES.find(([one]) => one.test(location.pathname)) ?? PAGES[0];
  page?.close?.();
  page = undefined;
  closeDialogs();
  top();
  document.title = title + ' · Baton';
  const place = document.createElement('div');
  try {
    const { open } = await import(`./${name}.js`).catch(notLoaded);
    const opened = await open(place, {
      id: decodeURIComponent(pattern.exec(location.pathname)?.[1] ?? ''),
      query: new URLSearchParams(location.search),
      go,
      title: text => { if (turn === asked) document.title = text + ' · Baton'; }
    });
    render(nothing, banner);
    if (turn !== asked) return opened?.close?.();
    page = opened;
    broken = false;
  } catch (error) {
    broken = !error.status;
    const missing = name === 'lifecycles' ? ['/lifecycles', 'All lifecycles'] : ['/tasks?active=any', 'All tasks'];
    render(error.status === 404
      ? html`<div class="card empty"><h1>${error.message}.</h1><a href=${missing[0]}>${missing[1]}</a></div>`
      : trouble(error), place);
  }
  if (turn === asked) main.replaceChildren(place);
}

/** The pages' files have other addresses after an update of the server; then the whole document is loaded anew. */
async function notLoaded() {
  const document_ = await fetch(location.href).then(answer => answer.ok ? answer.text() : '', () => '');
  if (document_ && !document_.includes(ICON)) location.reload();
  throw new Error('The server can\'t be reached. This page opens by itself when it is back.');
}

/** Goes to another page, unless something typed would be lost and the person wants to keep it. */
async function go(address, replace = false) {
  if (!await mayLeave()) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  await show();
  if (!replace) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

/** What is not sent yet: nothing, or that there is something, perhaps in words. */
const typed = () => page?.unsaved?.() || answering();

async function mayLeave() {
  const unsaved = typed();
  return !unsaved || await ask({ title: 'Leave this page?', text: unsaved === true ? 'What you have typed here is not sent yet.' : unsaved, action: 'Leave', danger: true }) !== null;
}

function top() {
  const current = path => path === '/' ? location.pathname === '/' : location.pathname.startsWith(path);
  render(html`<div class="bar">
    <a class="brand" href="/"><img src=${ICON} alt="" width="24" height="24"> Baton</a>
    <nav aria-label="Pages">${MENU.map(([path, text]) => html`<a href=${path} aria-current=${current(path) ? 'page' : nothing}>${text}</a>`)}</nav>
    <form class="find" role="search" aria-label="All tasks" @submit=${find}><input class="form-control" type="search" name="q" aria-label="Find a task by title or id" placeholder="Find a task" title="Press / to search"></form>
    <a class="btn btn-primary" href="/new">New task</a>
    <details class="more"><summary><span class="dot ${live ? 'live' : ''}" title=${live ? 'Changes are shown at once' : 'Changes are shown every few seconds'}></span> ${me.id}</summary>
      <div><span class="hint">${me.groups.map(words).join(', ')}</span>
        <a href="/camunda/app/tasklist/default/">Tasklist</a>
        ${me.groups.some(group => ['human', 'admin'].includes(group)) ? html`<a href="/camunda/app/cockpit/default/">Cockpit</a>` : nothing}
        <a href="/swagger-ui.html">API</a>
        <button class="btn-link btn" @click=${help}>Keys</button>
        <button class="btn-link btn" @click=${signOut}>Sign out</button></div></details>
  </div>`, document.querySelector('#top'));
}

function find(event) {
  event.preventDefault();
  const text = event.target.q.value.trim();
  if (text) go('/tasks?abandoned=true&q=' + encodeURIComponent(text));
}

document.addEventListener('click', event => {
  const menu = document.querySelector('.more[open]');
  if (menu && !menu.contains(event.target)) menu.open = false;
  const link = event.composedPath().find(one => one.tagName === 'A');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;
  const url = link && new URL(link.href, location.href);
  if (plain && url?.origin === location.origin && !link.target && !link.hash && PAGES.some(([one]) => one.test(url.pathname))) {
    event.preventDefault();
    if (menu) menu.open = false;
    go(url.pathname + url.search);
  }
});

keys(go);

/** What was typed survives the browser's back button, too: the address of the page stays until it may be left. */
addEventListener('popstate', async () => {
  if (location.pathname + location.search === shown) return;
  if (!typed()) return show();
  const wanted = location.pathname + location.search;
  history.pushState(null, '', shown);
  await go(wanted);
});
addEventListener('beforeunload', event => {
  if (typed()) event.preventDefault();
});

/** Whoever has typed something stays on the page and can sign in elsewhere; others go to the sign-in page. */
signedOut.act = () => {
  if (!typed()) return signIn();
  render(html`<div class="refused away" role="alert">You are signed out. What you typed is still here: <a href="/login" target="_blank">sign in in another tab</a>, then go on.</div>`, banner);
};

/** Called every few seconds without the stream of events: says so if the server is away, or whoever was here is signed out. */
async function away() {
  const { status } = await api('/me');
  if (!live && (status === 0 || status >= 500)) {
    render(html`<div class="refused away" role="status">The server can't be reached. What you see may be out of date; this page goes on by itself when it is back.</div>`, banner);
  } else if (status === 401) {
    signedOut.act();
  } else if (broken) {
    location.reload();
  } else if (!live) {
    render(nothing, banner);
  }
}

try {
  const [, first] = PAGES.find(([one]) => one.test(location.pathname)) ?? PAGES[0];
  import(`./${first}.js`).catch(() => {}); // loaded while the server says who is here
  await whoAmI();
  connect(is => {
    live = is;
    if (is) render(nothing, banner); // signed in again
    if (is && broken) location.reload(); // it could not be loaded while the server was away
    if (!is) away();
    top();
  });
  listen(event => {
    if (event.kind === 'deployment') forgetLifecycles();
    if (event.kind === 'any' && !live) away();
    page?.changed?.(event);
  });
  await show();
} catch (error) {
  render(trouble(error), main);
}
