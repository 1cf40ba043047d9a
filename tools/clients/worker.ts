// Works a task of the work queue to its end with the client that is generated from docs/openapi.yaml, and fails if
// anything is not as expected. node build/worker.js http://127.0.0.1:8080: BATON_TOKEN is an API token, or BATON_USER and
// BATON_PASSWORD a user (worker-1, demo).
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './build/baton.js';

type Task = components['schemas']['TaskView'];
type Problem = components['schemas']['Problem'];

const { BATON_TOKEN, BATON_USER = 'worker-1', BATON_PASSWORD = 'demo' } = process.env;
const authorization = BATON_TOKEN
  ? `Bearer ${BATON_TOKEN}`
  : `Basic ${Buffer.from(`${BATON_USER}:${BATON_PASSWORD}`).toString('base64')}`;
const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8080';
const baton = createClient<paths>({ baseUrl, headers: { authorization } });

/** The data of a successful answer, or the error's text. */
const done = <T>(answer: { data?: T; error?: Problem }): T => {
  assert.ok(answer.data !== undefined, `${answer.error?.status}: ${answer.error?.detail}`);
  return answer.data;
};

// The most urgent one, so that the claim finds it before others.
const created: Task = done(
  await baton.POST('/api/tasks', {
    body: { lifecycle: 'work-queue', title: 'Work with a generated client', priority: -2000000, data: { from: 'TypeScript' } },
  }),
);
assert.equal(created.lease, null);
assert.equal(created.data['from'], 'TypeScript');

const claim = await baton.POST('/api/claims', { body: { lifecycle: 'work-queue', wait: 5 } });
assert.equal(claim.response.status, 200);
const claimed: Task = done(claim)!;
assert.equal(claimed.id, created.id);
assert.equal(claimed.assignee, BATON_TOKEN ? claimed.assignee : BATON_USER);
const leaseEpoch: number = claimed.lease!.epoch;
const path = { id: claimed.id };

// Not started yet: the refusal is a typed problem.
const { data, error, response } = await baton.POST('/api/tasks/{id}/transitions', {
  params: { path },
  body: { trigger: 'succeed', leaseEpoch },
});
assert.equal(data, undefined);
assert.equal(response.status, 409);
const problem: Problem = error!;
assert.equal(problem.title, 'InvalidStateTransition');
assert.equal(problem.success, false);
assert.ok(problem.errors.every(one => one.message.length > 0) && problem.errors.length > 0);
assert.ok(problem.allowedTransitions?.includes('in_progress'));

const started = done(
  await baton.POST('/api/tasks/{id}/transitions', { params: { path }, body: { trigger: 'start', leaseEpoch } }),
);
assert.equal(started.task.state, 'in_progress');
done(await baton.POST('/api/tasks/{id}/heartbeat', { params: { path }, body: { leaseEpoch, note: 'compiling' } }));
const succeed = () =>
  baton.POST('/api/tasks/{id}/transitions', {
    params: { path, header: { 'X-Idempotency-Key': `succeed-${claimed.id}` } },
    body: { trigger: 'succeed', leaseEpoch, payload: { exitCode: 0 } },
  });
const succeeded = done(await succeed());
assert.equal(succeeded.to, 'completed');
assert.deepEqual(done(await succeed()), succeeded);

const history = done(await baton.GET('/api/tasks/{id}/history', { params: { path } }));
assert.equal(history[0]?.from, null);
assert.deepEqual(history.map(entry => entry.to), ['ready', 'claimed', 'in_progress', 'completed']);
const found = done(
  await baton.GET('/api/tasks', { params: { query: { lifecycle: 'work-queue', state: ['completed'], q: claimed.id, sort: 'updated' } } }),
);
assert.deepEqual(found.tasks.map(task => task.id), [claimed.id]);
assert.equal(found.next, null);

console.log(`${claimed.id} is completed, with the generated TypeScript client`);
