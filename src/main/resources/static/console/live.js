const POLL = 5000;
const AGAIN = 15_000;
const listeners = new Set();
let source;
let connected = false;
let polling;
let again;

/** Calls back with each event of the server, and with `{kind: 'any'}` when anything may have changed. Returns how to stop. */
export function listen(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

const tell = event => listeners.forEach(callback => callback(event));

/**
 * Connects to the server's events while the page can be seen: browsers have few connections to one server for all tabs.
 * EventSource reconnects by itself and resumes with the last number. While it is not connected the pages ask again every few seconds,
 * and it is opened anew from time to time.
 */
export function connect(status) {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) open(status);
    else close();
  });
  if (!document.hidden) open(status);
}

function close() {
  source?.close();
  source = undefined;
  connected = false;
  clearTimeout(again);
  again = undefined;
  poll(false);
}

function open(status) {
  close();
  source = new EventSource('/api/events');
  source.onopen = () => {
    if (connected === false) tell({ kind: 'any' });
    connected = true;
    clearTimeout(again);
    again = undefined;
    poll(false);
    status(true);
  };
  for (const kind of ['transition', 'created', 'flag', 'lease-lost', 'edit', 'comment', 'run', 'request', 'deployment']) {
    source.addEventListener(kind, event => tell(JSON.parse(event.data)));
  }
  source.onerror = () => {
    connected = false;
    status(false);
    poll(true);
    again ??= setTimeout(() => open(status), AGAIN); // browsers give up after some answers, and some of them after a while
  };
}

function poll(on) {
  clearInterval(polling);
  polling = on ? setInterval(() => tell({ kind: 'any' }), POLL) : undefined;
}

/** Runs an action soon, once for all calls until then, and not more often than the gap allows. */
export function settle(action, gap = 1000) {
  let timer;
  let last = 0;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      last = Date.now();
      action();
    }, Math.max(150, last + gap - Date.now()));
  };
}
