/**
 * Calls the server as whoever is signed in to the page: the session's cookie, and its token for what changes something. The
 * token changes when somebody signs in again in another tab; then the cookie is renewed and the call sent once more.
 */
export async function api(path, body, method = body === undefined ? 'GET' : 'POST') {
  const answer = await call('/api' + path, body, method);
  const outdated = answer.status === 403 && method !== 'GET' && /X-XSRF-TOKEN/.test(answer.body?.detail);
  return outdated && (await call('/api/me')).ok ? call('/api' + path, body, method) : answer;
}

export async function engine(path) {
  const { ok, body } = await call('/camunda/api/engine/engine/default' + path);
  if (!ok) throw new Error(body?.message ?? 'The engine did not answer');
  return body;
}

/** Characters that make a text look like another one. */
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g;

async function call(address, body, method = 'GET') {
  let answer;
  try {
    answer = await fetch(address, {
      method,
      credentials: 'same-origin',
      headers: {
        'Accept': 'application/json, application/problem+json',
        'Content-Type': typeof body === 'string' ? 'application/xml' : 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        'X-XSRF-TOKEN': cookie('XSRF-TOKEN')
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    });
  } catch {
    return { ok: false, status: 0, body: { detail: 'The server can\'t be reached. Nothing has changed; try again.' } };
  }
  const text = (await answer.text()).replace(REORDERING, '');
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

export function cookie(name) {
  const found = document.cookie.split('; ').find(part => part.startsWith(name + '='));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
}
