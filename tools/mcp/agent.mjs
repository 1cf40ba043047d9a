// Works a task of the work queue to its end, with the official TypeScript client, and fails if anything is not as expected.
// node agent.mjs http://127.0.0.1:8080: BATON_TOKEN is an API token, or BATON_USER and BATON_PASSWORD a user (worker-1, demo).
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const url = new URL('/mcp', process.argv[2] ?? 'http://127.0.0.1:8080');
const { BATON_TOKEN, BATON_USER = 'worker-1', BATON_PASSWORD = 'demo' } = process.env;
const authorization = BATON_TOKEN
  ? `Bearer ${BATON_TOKEN}`
  : `Basic ${Buffer.from(`${BATON_USER}:${BATON_PASSWORD}`).toString('base64')}`;

const connect = async (headers) => {
  const client = new Client({ name: 'baton-agent', version: '0.1.0' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
};

await assert.rejects(connect({}), /401|[Uu]nauthorized|Sign in/);
const client = await connect({ authorization });

/** The result of a tool; what is refused is a result, too. */
const call = async (name, args = {}) => {
  const result = await client.callTool({ name, arguments: args });
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  return { refused: result.isError === true, ...result.structuredContent };
};

const { tools } = await client.listTools();
assert.equal(tools.length, 11);
assert.ok(tools.every(tool => tool.description && tool.annotations && tool.inputSchema.type === 'object'));
const { resourceTemplates } = await client.listResourceTemplates();
assert.deepEqual(resourceTemplates.map(one => one.uriTemplate).sort(), ['baton://lifecycles/{key}', 'baton://tasks/{id}']);
const { contents } = await client.readResource({ uri: 'baton://lifecycles/work-queue' });
assert.match(contents[1].text, /^stateDiagram-v2/);
const { messages } = await client.getPrompt({ name: 'take_next_task', arguments: { lifecycle: 'work-queue' } });
assert.match(messages[0].content.text, /claim_task/);

// The most urgent one, so that the claim finds it before others.
const { task: created } = await call('create_task', { lifecycle: 'work-queue', title: 'Work over MCP', priority: -2000000 });
const claimed = await call('claim_task', { lifecycle: 'work-queue', wait: 5 });
assert.equal(claimed.task.id, created.id);
assert.ok(claimed.next.moves.some(move => move.trigger === 'start'));

const task = created.id;
const leaseEpoch = claimed.task.lease.epoch;
const early = await call('move_task', { task, trigger: 'succeed', leaseEpoch });
assert.ok(early.refused && early.status === 409 && early.next.moves.length > 0, JSON.stringify(early));
const bad = await call('heartbeat', { task, leaseEpoch: 'one', note: 7 });
assert.ok(bad.refused && bad.errors.length === 2, JSON.stringify(bad));

await call('heartbeat', { task, leaseEpoch, note: 'reading' });
const started = await call('move_task', { task, trigger: 'start', leaseEpoch, idempotencyKey: `start-${task}` });
const again = await call('move_task', { task, trigger: 'start', leaseEpoch, idempotencyKey: `start-${task}` });
assert.deepEqual(again, started);
const done = await call('move_task', { task, trigger: 'succeed', leaseEpoch, payload: { exitCode: 0 } });
assert.equal(done.to, 'completed');
const { history } = await call('task_history', { task });
assert.equal(history.at(-1).to, 'completed');

await client.close();
console.log(`${task} is completed, over MCP with the TypeScript client`);
