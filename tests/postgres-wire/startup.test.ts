import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generate } from 'selfsigned';
import { fieldsOf, frame, raw, RawClient, shortened, startCodes, startFrame, startup } from './raw-client.ts';
import { ended, scriptedPort } from './scripted-port.ts';

const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', algorithm: 'sha256' });
const certificate = { cert: made.cert, key: made.private };

const ready = ['R', 'R', 'S', 'K', 'Z I'];
const kinds = (messages: Parameters<typeof shortened>[0]) =>
  shortened(messages).filter((each, index, all) => each !== 'S' || all[index - 1] !== 'S');

async function secure(client: RawClient, options: ConnectionOptions = {}): Promise<RawClient> {
  const socket = connectTls({ socket: client.stream as never, rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  onTestFinished(() => void socket.destroy());
  return new RawClient(socket);
}

/** A stream that nothing has read yet, for TLS. */
async function bare(port: number) {
  const { connect } = await import('node:net');
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  return socket;
}

describe('the start of a connection', () => {
  it('asks for a password, and reports the settings of the session', async () => {
    const { start } = await scriptedPort();
    const { messages } = await start({ parameters: { client_encoding: "'utf-8'", application_name: 'me' } });
    expect(kinds(messages)).toEqual(ready);
    const settings = messages
      .filter(({ type }) => type === 'S')
      .map(({ body }) => body.toString('utf8').split('\0').slice(0, 2).join('='));
    expect(settings).toEqual(
      expect.arrayContaining([
        'server_version=14.2 (Cube SQL)',
        'client_encoding=UTF8',
        'application_name=me',
        'standard_conforming_strings=on',
        'integer_datetimes=on',
      ]),
    );
  });

  it('takes switches of a command line as settings', async () => {
    const { start } = await scriptedPort();
    const { messages } = await start({ parameters: { options: '-c application_name=a\\ b --extra-float-digits=2' } });
    const all = messages.map(({ body }) => body.toString('utf8').replaceAll('\0', '=')).join('\n');
    expect(all).toContain('application_name=a b=');
  });

  it('negotiates newer versions and options down', async () => {
    const { connect } = await scriptedPort();
    const client = await connect();
    client.send(startup({ user: 'u', database: '1', '_pq_.fast': '1' }, 0x0003_0002), raw.password('a.b.c'));
    const [first, ...others] = await client.until('Z');
    expect(first?.type).toBe('v');
    expect(first?.body.readInt32BE(0)).toBe(0x0003_0000);
    expect(first?.body.toString('utf8', 8)).toBe('_pq_.fast\0');
    expect(kinds(others)).toEqual(ready);
  });

  it.each<[string, Buffer, string, string]>([
    [
      'version 2',
      startup({ user: 'u' }, 0x0002_0000),
      '0A000',
      'unsupported frontend protocol 2.0: server supports 3.0 to 3.0',
    ],
    ['no user', startup({ database: '1' }), '28000', 'no PostgreSQL user name specified in startup packet'],
    [
      'another encoding',
      startup({ user: 'u', client_encoding: 'LATIN1' }),
      '22023',
      'invalid value for parameter "client_encoding": "LATIN1"',
    ],
    ['replication', startup({ user: 'u', replication: 'database' }), '0A000', 'replication is not supported'],
    [
      'a switch that is none',
      startup({ user: 'u', options: '-x' }),
      '22023',
      'invalid command-line argument for server process: -x',
    ],
    [
      'a length that is too large',
      Buffer.from([0, 0, 0x40, 0, 0, 3, 0, 0]),
      '08P01',
      'invalid length of startup packet',
    ],
    ['a length of nothing', Buffer.from([0, 0, 0, 4, 0, 0, 0, 0]), '08P01', 'invalid length of startup packet'],
    ['a request of HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'), '08P01', 'invalid length of startup packet'],
    ['a text without end', startFrame(0x0003_0000, Buffer.from('user\0u')), '08P01', 'invalid string in message'],
  ])('refuses %s', async (_, bytes, code, message) => {
    const { connect, session } = await scriptedPort();
    const client = await connect();
    client.send(bytes);
    const [report] = await client.until('Z');
    expect(report && fieldsOf(report)).toMatchObject({ S: 'FATAL', C: code, M: message });
    await session(); // and serves the next one
  });

  it('refuses a wrong password, and a name that is not there, alike', async () => {
    const { start } = await scriptedPort({
      deployments: [
        { id: 1, accountId: 1, name: 'Shop' },
        { id: 2, accountId: 2, name: 'Mine' },
      ],
    });
    const answers = [];
    for (const given of [{ password: 'nothing' }, { password: 'a.b.x' }, { password: 'x.y.x', database: 'none' }]) {
      const { messages } = await start({ user: 'ann', ...given });
      answers.push(messages.map((one) => [one.type, fieldsOf(one)['M'] ?? '', fieldsOf(one)['C'] ?? '']).at(-1));
    }
    expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify(['E', 'password authentication failed for user "ann"', '28P01'])]),
    );
  });

  it('locks a network after failures, also for the right password', async () => {
    const { start } = await scriptedPort();
    for (let index = 0; index < 5; index += 1) await start({ password: 'wrong' });
    const { messages } = await start();
    expect(fieldsOf(messages.at(-1)!)).toMatchObject({ C: '28000', M: 'too many failed attempts from this address' });
  });

  it.each<[string, string, string]>([
    ['its number', '2', 'Z I'],
    ['its name, in any case', 'mine', 'Z I'],
    ['its number and a branch', '2@next', 'Z I'],
    ['a branch that is not there', '2@none', 'E 3D000'],
    ['a name that nothing has', 'none', 'E 3D000'],
    ['the deployment of another account', '1', 'E 28P01'],
  ])('finds a database by %s', async (_, database, last) => {
    const { start } = await scriptedPort({
      deployments: [
        { id: 1, accountId: 1, name: 'Shop' },
        { id: 2, accountId: 2, name: 'Mine' },
      ],
    });
    const { messages } = await start({ password: 'x.y.z', database });
    // A token of deployment 2 learns the name of deployment 2, and not of the other one.
    expect(shortened(messages).at(-1)).toBe(last === 'E 28P01' ? 'E 3D000' : last);
    expect(JSON.stringify(messages.map(({ body }) => body.toString()))).not.toContain('Shop');
  });

  it('takes every name where one deployment is served', async () => {
    const { start } = await scriptedPort();
    expect(shortened((await start({ database: 'anything' })).messages).at(-1)).toBe('Z I');
  });

  it('asks for no password in clear outside of development mode', async () => {
    const { connect } = await scriptedPort({ isDevelopment: false });
    const client = await connect();
    client.send(startup({ user: 'u' }));
    const messages = await client.until('Z');
    expect(shortened(messages)).toEqual(['E 28000']);
    expect(fieldsOf(messages[0]!)['M']).toBe('this server takes passwords only over TLS');
  });

  it('says that there are too many sessions', async () => {
    const { start, session } = await scriptedPort({ mostSessions: 2 });
    const first = await session();
    expect(shortened((await start()).messages).at(-1)).toBe('E 53300');
    await session({ password: 'd.e.f' });
    expect(shortened((await start({ password: 'd.e.f' })).messages).at(-1)).toBe('E 53300');
    first.send(raw.terminate);
    await ended(first);
    await session();
  });
});

describe('encryption', () => {
  it('is refused where there is no certificate, and GSS always', async () => {
    const { connect } = await scriptedPort();
    const client = await connect();
    client.send(startFrame(startCodes.gss));
    expect(await client.byte()).toBe('N');
    client.send(startFrame(startCodes.tls));
    expect(await client.byte()).toBe('N');
    client.send(startup({ user: 'u' }), raw.password('a.b.c'));
    expect(kinds(await client.until('Z'))).toEqual(ready);
  });

  it('begins when it is asked for, with or without ALPN', async () => {
    const { number } = await scriptedPort({ certificate, isDevelopment: false });
    for (const options of [{}, { ALPNProtocols: ['postgresql'] }] as ConnectionOptions[]) {
      const socket = await bare(number);
      socket.write(startFrame(startCodes.tls));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toBe('S');
      socket.removeAllListeners('data');
      const client = await secure({ stream: socket } as unknown as RawClient, options);
      client.send(startup({ user: 'u' }), raw.password('a.b.c'));
      expect(kinds(await client.until('Z'))).toEqual(ready);
      expect(shortened(await client.ask(raw.query('rows 1')))).toEqual(['T', 'D 1', 'C SELECT 1', 'Z I']);
    }
  });

  it('may begin at once where the client names the protocol by ALPN', async () => {
    const { number } = await scriptedPort({ certificate, isDevelopment: false });
    const named = await secure({ stream: await bare(number) } as unknown as RawClient, {
      ALPNProtocols: ['postgresql'],
    });
    named.send(startup({ user: 'u' }), raw.password('a.b.c'));
    expect(kinds(await named.until('Z'))).toEqual(ready);
    expect(shortened(await named.ask(raw.query('rows 300'))).at(-2)).toBe('C SELECT 300');
    const unnamed = await secure({ stream: await bare(number) } as unknown as RawClient);
    expect(shortened(await unnamed.until('Z'))).toEqual(['E 08P01']);
  });

  it('takes no byte in clear behind the request for it', async () => {
    const { connect } = await scriptedPort({ certificate });
    const client = await connect();
    client.send(startFrame(startCodes.tls), startup({ user: 'u' }));
    const [report] = await client.until('Z');
    expect(report && fieldsOf(report)).toMatchObject({ M: 'received unencrypted data after SSL request' });
  });

  it.each<[string, readonly Buffer[], string]>([
    ['half a record at once', [Buffer.from([0x16, 3, 1, 0, 200, 1, 2, 3, 4])], ''],
    ['half a record behind the request', [startFrame(startCodes.tls), Buffer.from([0x16, 3, 1, 0, 200, 1, 2])], 'S'],
    ['bytes that are none', [startFrame(startCodes.tls), Buffer.from('SELECT 1')], 'S'],
    ['nothing', [startFrame(startCodes.tls)], 'S'],
  ])('ends with %s, and the server goes on', async (_, [first, second], answer) => {
    const { connect, session } = await scriptedPort({ certificate });
    const client = await connect();
    client.send(first!);
    if (answer !== '') expect(await client.byte()).toBe(answer);
    if (second) client.send(second);
    client.stream.end();
    await ended(client);
    await session();
  });
});

describe('cancel requests', () => {
  async function slowSession(given: Parameters<typeof scriptedPort>[0] = {}) {
    const server = await scriptedPort(given);
    const { client, messages } = await server.start();
    const key = messages.find(({ type }) => type === 'K')?.body ?? Buffer.alloc(0);
    client.send(raw.query('slow'));
    while (server.wire.runs.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return { ...server, client, key };
  }

  it('end the statement, in clear, and the session goes on', async () => {
    const { connect, client, key, wire } = await slowSession();
    const other = await connect();
    other.send(startFrame(startCodes.cancel, key));
    expect(await other.until('Z')).toEqual([]);
    const messages = await client.until('Z');
    expect(shortened(messages).slice(-2)).toEqual(['E 57014', 'Z I']);
    expect(fieldsOf(messages.at(-2)!)['M']).toBe('canceling statement due to user request');
    expect(wire.runs[0]?.isEnded).toBe(true);
    expect(shortened(await client.ask(raw.query('rows 1')))).toEqual(['T', 'D 1', 'C SELECT 1', 'Z I']);
  });

  it('do nothing with a wrong secret', async () => {
    const { connect, client, key, wire } = await slowSession();
    const wrong = Buffer.from(key);
    wrong[7] = (wrong[7] ?? 0) ^ 1;
    const other = await connect();
    other.send(startFrame(startCodes.cancel, wrong));
    await other.until('Z');
    expect(wire.runs[0]?.isEnded).toBe(false);
    client.close();
  });
});

it('answers an unknown kind of message with its end, and serves others', async () => {
  const { session } = await scriptedPort();
  const client = await session();
  client.send(frame('?'));
  expect(shortened(await client.until('Z'))).toEqual(['E 08P01']);
  await session();
});

describe('a connection that is reset', () => {
  it.each([
    ['in the beginning of TLS', Buffer.from([0x16])],
    ['in a handshake', Buffer.from([0x16, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3])],
    ['behind a request for TLS', startFrame(startCodes.tls)],
    ['in a first message', Buffer.from([0, 0, 0])],
  ])('%s leaves the server as it was', async (_, bytes) => {
    const { number, connect } = await scriptedPort({ certificate });
    const socket = await bare(number);
    await new Promise((resolve) => socket.write(bytes, resolve));
    socket.resetAndDestroy();
    await once(socket, 'close');
    const client = await connect();
    client.send(startup({ user: 'x', database: '1' }), raw.password('a.b.c'));
    expect(kinds(await client.until('Z'))).toEqual(ready);
  });
});
