import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { EngineError, openEngine } from '../index.ts';
import { AddressRefused, GuardedSocket } from './guarded-socket.ts';
import { isOpenAddress, type NetworkRule } from './open-addresses.ts';

const internet = { allowed: [] };

it.each([
  '127.0.0.1',
  '127.255.1.2',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.100.100.200', // metadata of a cloud
  '169.254.169.254', // metadata of most clouds
  '192.0.0.192', // metadata of a cloud
  '168.63.129.16', // of a cloud, for its machines
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%lo',
  'fd00:ec2::254', // metadata of a cloud
  'fec0::1',
  'ff02::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:8.8.8.8',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  '100::1',
  'localhost',
  '2130706433',
  '0x7f000001',
  '127.1',
  '',
])('%j is not open', (address) => {
  expect(isOpenAddress(address, internet)).toBe(false);
});

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%j is open',
  (address) => {
    expect(isOpenAddress(address, internet)).toBe(true);
  },
);

it('addresses that the operator allows are open, and no others', () => {
  const rule = { allowed: ['10.1.0.0/16', '192.168.7.7', 'fd12::/48', '::1'] };
  const open = ['10.1.2.3', '192.168.7.7', 'fd12::1', '::1', '8.8.8.8', '::ffff:10.1.2.3'];
  const shut = ['10.2.0.1', '192.168.7.8', 'fd13::1', '127.0.0.1', '169.254.169.254', '::ffff:10.2.0.1'];
  expect(open.filter((address) => !isOpenAddress(address, rule))).toEqual([]);
  expect(shut.filter((address) => isOpenAddress(address, rule))).toEqual([]);
});

it('addresses of this machine are not open', () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  expect(own.filter((address) => isOpenAddress(address, internet))).toEqual([]);
});

/** A server on this machine, with the number of connection attempts. */
async function listening(): Promise<{ readonly port: number; readonly knocks: () => number }> {
  let knocks = 0;
  const server = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, knocks: () => knocks };
}

/** A host name that resolves differently each time. */
function names(...answers: readonly (readonly string[])[]) {
  let asked = 0;
  const resolve = (_: string, __: object, done: (error: null, addresses: LookupAddress[]) => void) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    done(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, asked: () => asked };
}

/** Result of a connection attempt. */
function outcome(socket: GuardedSocket): Promise<unknown> {
  return new Promise((done) => {
    socket.once('connect', () => done('connected'));
    socket.once('error', done);
  }).finally(() => socket.destroy());
}

it.each([
  ['an address', '127.0.0.1', []],
  ['an address of IPv6', '::ffff:127.0.0.1', []],
  ['a name of this machine', 'rebind.example', ['127.0.0.1']],
  ['a name of both', 'rebind.example', ['8.8.8.8', '127.0.0.1']],
  ['a number for a name', '2130706433', ['127.0.0.1']],
])('%s is refused before anything is sent', async (_, host, answer) => {
  const { port, knocks } = await listening();
  const error = await outcome(new GuardedSocket(internet, names(answer).resolve).connect(port, host));
  expect(error).toBeInstanceOf(AddressRefused);
  expect(knocks()).toBe(0);
});

it('a name is resolved once, and the connection goes to the checked address', async () => {
  const { port, knocks } = await listening();
  const rebinding = names(['127.0.0.1'], ['169.254.169.254']);
  const rule = { allowed: ['127.0.0.1'] };
  expect(await outcome(new GuardedSocket(rule, rebinding.resolve).connect(port, 'rebind.example'))).toBe('connected');
  expect(rebinding.asked()).toBe(1);
  const later = await outcome(new GuardedSocket(rule, rebinding.resolve).connect(port, 'rebind.example'));
  expect(later).toMatchObject({ message: expect.stringContaining('169.254.169.254') });
  await eventually(() => expect(knocks()).toBe(1));
});

it('the reason names the setting that allows more, and none where none does', async () => {
  const { port } = await listening();
  const reasonBy = async (rule: NetworkRule, host: string) =>
    String(await outcome(new GuardedSocket(rule, names(['127.0.0.1']).resolve).connect(port, host)));
  for (const host of ['127.0.0.1', 'rebind.example']) {
    expect(await reasonBy({ ...internet, setting: 'ORRERY_SOURCE_NETWORKS' }, host)).toMatch(
      /to \(ORRERY_SOURCE_NETWORKS\)$/,
    );
    expect(await reasonBy(internet, host)).toMatch(/may be connected to$/);
  }
});

it('names are resolved by the usual resolver, and checked', async () => {
  const { port, knocks } = await listening();
  expect(await outcome(new GuardedSocket(internet).connect(port, 'localhost'))).toBeInstanceOf(AddressRefused);
  expect(knocks()).toBe(0);
});

it('a socket accepts a port and a host, and no other options', () => {
  for (const given of [['/var/run/postgresql/.s.PGSQL.5432'], [{ path: '/tmp/x' }], [5432], [{ port: 1, host: 'x' }]]) {
    const socket = new GuardedSocket(internet);
    expect(() => socket.connect(...given)).toThrow('a port and a host');
  }
});

it.each(['postgres', 'mysql'] as const)('the engine %s connects through it', async (type) => {
  const { port, knocks } = await listening();
  const common = {
    port,
    database: 'shop',
    user: 'reader',
    password: 'hunter2',
    tls: { mode: 'off' },
    searchPath: [],
    applicationName: 'orrery',
    connectTimeoutMs: 60_000,
    maxRunning: 1,
    timeoutMs: 60_000,
  } as const;
  const failureOf = async (host: string, allowed: readonly string[]) => {
    const engine = await openEngine(type, { ...common, host, network: { allowed } });
    try {
      return await engine.check(new AbortController().signal).catch((error: unknown) => error);
    } finally {
      await engine.close();
    }
  };
  for (const host of ['127.0.0.1', 'localhost']) {
    const error = await failureOf(host, []);
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ errorClass: 'connection', cause: expect.any(AddressRefused) });
  }
  expect(knocks()).toBe(0);
  expect(await failureOf('127.0.0.1', ['127.0.0.0/8'])).toBeInstanceOf(EngineError);
  await eventually(() => expect(knocks()).toBeGreaterThan(0));
});
