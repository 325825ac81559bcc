import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { RepeatedRequests } from '../../packages/server/src/faces/data/repeated/repeated-requests.ts';
import { eventually } from '../eventually.ts';
import { SocketClient } from '../sockets/socket-client.ts';
import { AttackedService } from './attacked-service.ts';

/*
 * A request that is bound before midnight, and whose answer is sent after it, is not remembered: the next one asks for
 * another day. The clock moves right before the request would be remembered.
 */

const beforeMidnight = Date.parse('2026-03-01T23:59:59.900-05:00');
const afterMidnight = beforeMidnight + 200;

let directory: string;
let service: AttackedService;
let now = beforeMidnight;
const { rememberCall } = RepeatedRequests.prototype;
const remember = vi.spyOn(RepeatedRequests.prototype, 'rememberCall');
remember.mockImplementation(function remembered(this: RepeatedRequests, key, found) {
  now = afterMidnight;
  rememberCall.call(this, key, found);
});

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-midnight-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
  writeFileSync(
    join(directory, 'model', 'visits.yml'),
    `cubes:
  - name: visits
    sql: >
      SELECT 'Ann' AS name, TIMESTAMP '2026-03-01 17:00:00' AS at UNION ALL SELECT 'Bob', TIMESTAMP '2026-03-02 17:00:00'
    refresh_key: { every: 1 day }
    dimensions:
      - { name: name, sql: name, type: string }
      - { name: at, sql: at, type: time }
`,
  );
});

// Closing waits until the answers that were sent are remembered, which moves the clock.
beforeEach(async () => {
  now = beforeMidnight;
  service = await AttackedService.open({ directory, isProduction: false, now: () => now });
});

afterEach(async () => {
  socket?.webSocket.terminate();
  await service[Symbol.asyncDispose]();
});

afterAll(() => {
  remember.mockRestore();
  rmSync(directory, { recursive: true, force: true });
});

const timezone = 'America/New_York';
const query = {
  dimensions: ['visits.name'],
  timeDimensions: [{ dimension: 'visits.at', dateRange: 'today' }],
  timezone,
};
const document = `{ cube(timezone: "${timezone}") { visits(where: { at: { inDateRange: "today" } }) { name } } }`;

const asks = (path: string, body: object) => async () =>
  (await service.get(path, { 'content-type': 'application/json' }, JSON.stringify(body))).text;

let messages = 0;
let socket: SocketClient | undefined;
async function askBySocket(): Promise<string> {
  socket ??= await SocketClient.open(`${service.served.origin.replace('http', 'ws')}/cubejs-api/v1/ws`);
  if (messages === 0) await socket.authorize(service.served.token);
  messages += 1;
  return JSON.stringify(await socket.call({ messageId: String(messages), method: 'load', params: { query } }));
}

const page = [
  { id: 'a', query },
  { id: 'b', query: { dimensions: ['visits.name'], filters: [{ member: 'visits.name', operator: 'notSet' }] } },
];

it.each([
  ['a query', asks('/cubejs-api/v1/load', { query })],
  ['a page of queries', asks('/cubejs-api/v1/load-each', { queries: page })],
  ['a document of GraphQL', asks('/cubejs-api/graphql', { query: document })],
  ['a message of a socket', askBySocket],
])('%s that midnight overtakes is not remembered', async (_, ask) => {
  now = beforeMidnight;
  expect(namesIn(await ask())).toEqual(['Ann']);
  await eventually(async () => {
    now = beforeMidnight;
    const { length } = remember.mock.calls;
    await ask();
    expect(remember.mock.calls.length).toBeGreaterThan(length);
  });
  expect(namesIn(await ask())).toEqual(['Bob']);
});

function namesIn(text: string): readonly string[] {
  return ['Ann', 'Bob'].filter((name) => text.includes(name));
}
