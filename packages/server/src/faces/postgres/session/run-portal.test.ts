import { PassThrough } from 'node:stream';
import { Unavailable } from '@orrery/kernel';
import { StatementInvalid, type WireCaller, type WireStatement } from '@orrery/runtime';
import { expect, it } from 'vitest';
import { Shares } from '../../data/index.ts';
import { WireOutbox } from '../protocol/outbox.ts';
import { WireFailure } from '../protocol/wire-failure.ts';
import { HeldPlaces } from '../rows/held-place.ts';
import { processClock } from '../rows/row-clock.ts';
import { KeptBytes } from './kept-bytes.ts';
import { Portal, type PortalInput } from './portal.ts';
import { Portals } from './portals.ts';
import { runPortal } from './run-portal.ts';
import type { SessionContext } from './session-context.ts';

const { signal } = new AbortController();
const place = { text: '', start: 0 };
const rows: WireStatement = {
  ...{ ...place, kind: 'rows', source: { kind: 'show', name: '' }, tag: 'SELECT', parameterCount: 0 },
};

function inputOf(name: string, statement: WireStatement, role: string | undefined): PortalInput {
  const values = { declared: [], parameters: [], formats: [], described: undefined };
  return { ...values, name, statement, role, text: '', size: 0, createdAt: 0, depth: 0 };
}

/** A session with a cursor `c` that was declared under a role, and an endless number of rows. */
function openSession({
  role,
  cursorRole,
}: {
  readonly role?: string | undefined;
  readonly cursorRole?: string | undefined;
} = {}) {
  const state = { isEnded: false, looks: [] as unknown[], mayAct: () => {}, mayTake: () => {} };
  async function* pieces() {
    try {
      for (;;) yield Buffer.from([...Buffer.from('D'), 0, 0, 0, 4]);
    } finally {
      state.isEnded = true;
    }
  }
  const shares = new Shares({ most: 2 ** 20, mostOfDeployment: 2 ** 20, mostOfCaller: 2 ** 20 });
  const kept = new KeptBytes(shares, { caller: 'a', deploymentId: 1 });
  const portals = new Portals(kept);
  const stream = new PassThrough().resume();
  const lookUp = async (as: string | undefined) => {
    state.looks.push(as);
    state.mayAct();
    return {} as WireCaller;
  };
  const context = {
    ...{
      kept,
      portals,
      places: new HeldPlaces(processClock),
      outbox: new WireOutbox(stream, signal),
      settings: { role },
    },
    transaction: { requireSound: () => undefined },
    wire: {
      rows: async () => ({ columns: [], formats: [], pieces: pieces(), requireStill: async () => state.mayTake() }),
    },
    caller: () => lookUp(role),
    callerAs: lookUp,
  } as unknown as SessionContext; // FETCH needs no more of one
  portals.add({ ...inputOf('c', rows, cursorRole), cursor: { isHeld: true, isBinary: false, boundIn: [] } });
  const fetch = () => {
    const statement: WireStatement = { ...place, kind: 'fetch', name: 'c', count: 1, isMove: false };
    const portal = new Portal(inputOf('', statement, role));
    return runPortal(portal, { most: Number.POSITIVE_INFINITY, describes: true, signal }, context);
  };
  return { state, fetch };
}

const unavailable = () => {
  throw new Unavailable('store.unavailable', 'The store does not answer');
};

it.each(['mayAct', 'mayTake'] as const)('keeps the rows of a cursor when a look-up fails (%s)', async (look) => {
  const { state, fetch } = openSession();
  await fetch();
  state[look] = unavailable;
  await expect(fetch()).rejects.toThrow('The store does not answer');
  state[look] = () => {};
  await fetch();
  expect(state.isEnded).toBe(false);
});

it.each([
  ['mayAct', new WireFailure('42501', 'may not act as')],
  ['mayTake', new StatementInvalid('User Error', 'sql.changed-rights', 'other rights')],
] as const)('ends the rows of a cursor whose user may not take them any more (%s)', async (look, refusal) => {
  const { state, fetch } = openSession();
  await fetch();
  state[look] = () => {
    throw refusal;
  };
  await expect(fetch()).rejects.toBe(refusal);
  expect(state.isEnded).toBe(true);
  state[look] = () => {};
  await expect(fetch()).rejects.toBe(refusal);
});

it.each([
  { role: undefined, cursorRole: undefined, looks: [undefined] },
  { role: 'ann', cursorRole: 'ann', looks: ['ann'] },
  { role: 'ann', cursorRole: 'bob', looks: ['ann', 'bob'] },
  { role: undefined, cursorRole: 'bob', looks: [undefined, 'bob'] },
])('looks its callers up once: $role, $cursorRole', async ({ looks, ...roles }) => {
  const { state, fetch } = openSession(roles);
  await fetch();
  expect(state.looks).toEqual(looks);
});
