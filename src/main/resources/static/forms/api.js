/** Calls the server as whoever is signed in to Tasklist: the session's cookie, and its token for what changes something. */
export async function api(path, body) {
  return call('/api' + path, body);
}

export async function engine(path) {
  const { ok, body } = await call('/camunda/api/engine/engine/default' + path);
  if (!ok) throw new Error(body?.message ?? 'The engine did not answer');
  return body;
}

async function call(address, body) {
  let answer;
  try {
    answer = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      headers: {
        'Accept': 'application/json, application/problem+json',
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        'X-XSRF-TOKEN': cookie('XSRF-TOKEN')
      },
      body: body === undefined ? undefined : JSON.stringify(body)
    });
  } catch {
    return { ok: false, status: 0, body: { detail: 'The server can\'t be reached. Nothing has changed; try again.' } };
  }
  const text = await answer.text();
  try {
    return { ok: answer.ok, status: answer.status, body: text ? JSON.parse(text) : null };
  } catch {
    return { ok: false, status: answer.status, body: { detail: 'The server answered ' + answer.status } };
  }
}

/** The answer, or an error that says in words why there is none. */
export async function get(path) {
  const { ok, status, body } = await api(path);
  if (status === 401) throw new Error('You are no longer signed in. Sign in again, then open this task once more.');
  if (!ok) throw new Error(body?.detail ?? 'The server answered ' + status);
  return body;
}

function cookie(name) {
  const found = document.cookie.split('; ').find(part => part.startsWith(name + '='));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
}
