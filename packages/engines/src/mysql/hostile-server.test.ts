import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type Engine, openEngine } from '../index.ts';

/** Never fires. */
const patient = new AbortController().signal;
const password = 'hunter2';

interface Answers {
  /** Answer to a login; by default every login succeeds. */
  readonly login?: Buffer;
  readonly statement: Buffer;
}

const greeting = Buffer.concat([
  Buffer.from('\x0a8.0.0\0'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('AAAAAAAA\0'),
  Buffer.from([0xff, 0xf7, 45, 2, 0, 0xff, 0x81, 21]),
  Buffer.alloc(10),
  Buffer.from('AAAAAAAAAAAA\0mysql_native_password\0'),
]);
const letIn = Buffer.from([0, 0, 0, 2, 0, 0, 0]);

/** An engine on a server that sends the given answers, and the bytes that the server received. */
async function engineOf(answers: Answers, first = greeting): Promise<{ engine: Engine; heard: () => string }> {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    const send = (sequence: number, body: Buffer) => {
      const head = Buffer.from([body.length & 255, (body.length >> 8) & 255, body.length >> 16, sequence]);
      socket.write(Buffer.concat([head, body]));
    };
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      heard.push(data);
      const sequence = data[3] ?? 0;
      if (sequence === 0) send(1, answers.statement);
      else send(sequence + 1, sequence === 1 ? (answers.login ?? letIn) : letIn);
    });
    send(0, first);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const engine = await openEngine('mysql', {
    host: '127.0.0.1',
    port: typeof address === 'object' && address ? address.port : 0,
    database: 'shop',
    user: 'reader',
    password,
    tls: { mode: 'off' },
    applicationName: 'orrery',
    connectTimeoutMs: 300,
    maxRunning: 1,
    timeoutMs: 60_000,
  });
  onTestFinished(async () => {
    await engine.close();
    server.close();
  });
  return { engine, heard: () => Buffer.concat(heard).toString('latin1') };
}

it('does not send a file to a server that requests one', async () => {
  const { engine, heard } = await engineOf({ statement: Buffer.from('\xfb/etc/passwd', 'latin1') });
  await expect(engine.check(patient)).rejects.toMatchObject({ errorClass: 'connection' });
  expect(heard()).not.toContain('root:');
});

it.each(['mysql_clear_password', 'dialog'])(
  'does not send its password to a server that requests it by %s',
  async (plugin) => {
    const login = Buffer.from(`\xfe${plugin}\0AAAAAAAAAAAAAAAAAAAA`, 'latin1');
    const { engine, heard } = await engineOf({ login, statement: letIn });
    await expect(engine.check(patient)).rejects.toMatchObject({ errorClass: 'connection' });
    expect(heard()).not.toContain(password);
  },
);

it.each([
  ['a column that ends too early', Buffer.from([1])],
  ['nothing at all', Buffer.alloc(0)],
  ['letters', Buffer.from('HTTP/1.1 400 Bad Request')],
  ['an end without a beginning', Buffer.from([0xfe, 0, 0, 0, 0])],
])('answers a server that says %s with one error, and tries again', async (_, statement) => {
  const { engine } = await engineOf({ statement });
  for (let round = 0; round < 2; round += 1) {
    const run = engine.run({ text: 'SELECT 1', params: [] }, patient);
    await expect(run).rejects.toMatchObject({ errorClass: 'connection' });
  }
});

it('gives up on a server that speaks another language', async () => {
  const { engine } = await engineOf({ statement: letIn }, Buffer.from('HTTP/1.1 400 Bad Request'));
  await expect(engine.check(patient)).rejects.toMatchObject({ errorClass: 'connection' });
});
