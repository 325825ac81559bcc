import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { ConfigError } from '../../../kernel/src/failure/config-problem.ts';
import type { Authenticator } from '../token/authenticate.ts';
import { StoreUnavailable } from '../../../store/src/database/store-unavailable.ts';
import type { FoundDeployment } from '../deployment/deployment.ts';
import type { Runtime } from '../../../runtime/src/runtime.ts';
import { Runtimes } from '../../../runtime/src/runtimes.ts';
import { ServedDeployments } from './served-deployments.ts';

interface Stored {
  account: number;
  revision: number;
  version: number | undefined;
}

const log = { error: () => undefined, info: () => undefined };

let store: Map<number, Stored>;
let epoch: number;
let now: number;
let finds: number;
let opened: string[];
let closed: string[];
let runtimes: Runtimes;
let open: (deployment: FoundDeployment, versionId: number, isWanted: () => boolean) => Promise<Runtime>;
let isBusy: boolean;

beforeEach(() => {
  store = new Map([[2, { account: 5, revision: 0, version: 1 }]]);
  epoch = 1;
  now = 1_770_000_000_000;
  finds = 0;
  opened = [];
  closed = [];
  isBusy = false;
  runtimes = new Runtimes(1);
  open = async (deployment, versionId) => runtimeOf(deployment, versionId);
});

afterEach(() => runtimes.close());

function runtimeOf({ id, revision }: Pick<FoundDeployment, 'id' | 'revision'>, versionId: number): Runtime {
  const name = `${id}: revision ${revision}, version ${versionId}`;
  opened.push(name);
  const figures = () => ({ queues: [{ running: isBusy ? 1 : 0, waiting: 0 }] });
  const close = async () => {
    closed.push(name);
  };
  return { deploymentId: id, branch: null, name, figures, close } as unknown as Runtime; // nothing else is looked at
}

function node(): ServedDeployments {
  const served = new ServedDeployments({
    runtimes,
    deployments: {
      find: async (id) => {
        finds += 1;
        const found = store.get(id);
        return found && { id, accountId: found.account, revision: found.revision };
      },
    },
    epochs: { of: () => epoch },
    activeVersion: async ({ id }) => store.get(id)?.version,
    authenticatorOf: async ({ id }) => ({ of: id }) as unknown as Authenticator,
    open: (deployment, versionId, isWanted) => open(deployment, versionId, isWanted),
    clock: { now: () => now },
    log,
  });
  onTestFinished(() => served.close());
  return served;
}

/** Changes the store, as another node would. */
function change(id: number, stored: Partial<Stored> | undefined): void {
  const before = store.get(id);
  if (stored && before) store.set(id, { ...before, ...stored });
  else store.delete(id);
  epoch += 1;
}

const nameOf = async (served: ServedDeployments) =>
  ((await served.get(2, null)) as { name?: string } | undefined)?.name;

describe('a deployment of the store', () => {
  it('is opened by its first request, once for all requests', async () => {
    const served = node();
    expect(opened).toEqual([]);
    const names = await Promise.all([nameOf(served), nameOf(served), nameOf(served)]);
    expect(names).toEqual(Array(3).fill('2: revision 0, version 1'));
    expect(opened).toHaveLength(1);
  });

  it('is read again only after a change in its account', async () => {
    const served = node();
    await nameOf(served);
    const before = finds;
    for (let times = 0; times < 5; times++) await nameOf(served);
    expect(finds).toBe(before);
    epoch += 1;
    await nameOf(served);
    expect([finds, opened.length]).toEqual([before + 1, 1]);
  });

  it.each([
    ['another version', { version: 2 }, '2: revision 0, version 2'],
    ['other settings', { revision: 1 }, '2: revision 1, version 1'],
  ])('is opened again for %s, by the next request', async (_, changed, name) => {
    const served = node();
    await nameOf(served);
    change(2, changed);
    expect(await nameOf(served)).toBe(name);
    await eventually(() => expect(closed).toEqual(['2: revision 0, version 1']));
  });

  it('lets queries of its former state finish', async () => {
    const served = node();
    await nameOf(served);
    isBusy = true;
    let looks = 0;
    const old = (await served.get(2, null)) as unknown as { figures: () => unknown };
    const figures = old.figures;
    old.figures = () => {
      looks += 1;
      return figures();
    };
    change(2, { version: 2 });
    await nameOf(served);
    await eventually(() => expect(looks).toBeGreaterThan(10));
    expect(closed).toEqual([]);
    isBusy = false;
    await eventually(() => expect(closed).toEqual(['2: revision 0, version 1']));
  });

  it('answers nothing from its former state, neither while it opens again nor when that fails', async () => {
    const served = node();
    await nameOf(served);
    const gate = Promise.withResolvers<void>();
    open = async (deployment, versionId) => {
      await gate.promise;
      return runtimeOf(deployment, versionId);
    };
    change(2, { revision: 1 });
    const asked = nameOf(served);
    await eventually(async () => expect(await settledOf(asked)).toBe('waiting'));
    gate.resolve();
    expect(await asked).toBe('2: revision 1, version 1');
    open = () => Promise.reject(new ConfigError([{ message: 'a variable is not set' }]));
    change(2, { revision: 2 });
    const refused = { code: 'deployment.broken', status: 503 };
    await expect(served.get(2, null)).rejects.toMatchObject(refused);
    await expect(served.get(2, null)).rejects.toMatchObject(refused);
    open = async (deployment, versionId) => runtimeOf(deployment, versionId);
    await expect(served.get(2, null)).rejects.toMatchObject(refused); // the same settings stay wrong
    change(2, { revision: 3 });
    expect(await nameOf(served)).toBe('2: revision 3, version 1');
  });

  it('is opened by the next request when it failed for a temporary reason', async () => {
    const served = node();
    open = () => Promise.reject(new StoreUnavailable(new Error('gone')));
    await expect(served.get(2, null)).rejects.toMatchObject({ code: 'deployment.broken' });
    await served.lookAgain();
    open = async (deployment, versionId) => runtimeOf(deployment, versionId);
    expect(await nameOf(served)).toBe('2: revision 0, version 1');
  });

  it('that changes while it opens is served in its latest state', async () => {
    const served = node();
    const gates = new Map([1, 2].map((version) => [version, Promise.withResolvers<void>()]));
    const opening: number[] = [];
    open = async (deployment, versionId) => {
      opening.push(versionId);
      await gates.get(versionId)?.promise;
      return runtimeOf(deployment, versionId);
    };
    const first = nameOf(served);
    await eventually(() => expect(opening).toEqual([1]));
    change(2, { version: 2 });
    const second = nameOf(served);
    gates.get(2)?.resolve();
    expect(await second).toBe('2: revision 0, version 2');
    gates.get(1)?.resolve();
    expect(await first).toBe('2: revision 0, version 2');
    await eventually(() => expect(closed).toEqual(['2: revision 0, version 1']));
  });

  it.each([
    ['another version', { version: 2 }],
    ['other settings', { revision: 1 }],
    ['nothing, for it is gone', undefined],
  ])('opens no branches of a state that was replaced by %s meanwhile', async (_, changed) => {
    const served = node();
    const gate = Promise.withResolvers<void>();
    const isWanted: (() => boolean)[] = [];
    open = async (deployment, versionId, wanted) => {
      isWanted.push(wanted);
      if (isWanted.length === 1) await gate.promise;
      return runtimeOf(deployment, versionId);
    };
    const first = nameOf(served).catch((error: unknown) => error);
    await eventually(() => expect(isWanted.map((wanted) => wanted())).toEqual([true]));
    change(2, changed);
    const looked = served.lookAgain();
    await eventually(() => expect(isWanted.map((wanted) => wanted())).toEqual(changed ? [false, true] : [false]));
    gate.resolve();
    await Promise.all([first, looked]);
  });

  it('has no model before a version is active, and still accepts callers', async () => {
    change(2, { version: undefined });
    const served = node();
    await expect(served.get(2, null)).rejects.toMatchObject({ code: 'deployment.no-version', status: 503 });
    expect(await served.admissionOf(2)).toMatchObject({ accountId: 5 });
    change(2, { version: 7 });
    expect(await nameOf(served)).toBe('2: revision 0, version 7');
  });

  it('that is deleted is not found, and its runtime is closed without a request', async () => {
    const served = node();
    await nameOf(served);
    const { authenticator } = (await served.admissionOf(2)) ?? {};
    change(2, undefined);
    await served.lookAgain();
    expect(closed).toEqual(['2: revision 0, version 1']);
    expect([await served.get(2, null), await served.admissionOf(2)]).toEqual([undefined, undefined]);
    store.set(2, { account: 6, revision: 0, version: 1 });
    const again = await served.admissionOf(2);
    expect(again).toMatchObject({ accountId: 6 });
    expect(again?.authenticator).not.toBe(authenticator);
  });

  it('is closed after half an hour without requests, and opened again by the next', async () => {
    const served = node();
    await nameOf(served);
    now += 29 * 60_000;
    await served.lookAgain();
    await nameOf(served);
    now += 29 * 60_000;
    await served.lookAgain();
    expect([closed, runtimes.serving().length]).toEqual([[], 1]);
    now += 2 * 60_000;
    await served.lookAgain();
    await eventually(() => expect(closed).toHaveLength(1));
    expect(await nameOf(served)).toBe('2: revision 0, version 1');
    expect(opened).toHaveLength(2);
  });

  it('that is deleted while it opens is closed once it is open', async () => {
    const served = node();
    const gate = Promise.withResolvers<void>();
    let isOpening = false;
    open = async (deployment, versionId) => {
      isOpening = true;
      await gate.promise;
      return runtimeOf(deployment, versionId);
    };
    const asked = nameOf(served).catch((error: unknown) => error);
    await eventually(() => expect(isOpening).toBe(true));
    change(2, undefined);
    const looked = served.lookAgain();
    gate.resolve();
    await looked;
    expect(await asked).not.toBeTypeOf('string');
    await eventually(() => expect(closed).toEqual(['2: revision 0, version 1']));
    expect(await served.get(2, null)).toBeUndefined();
  });

  it('keeps its token verifier when it is opened again', async () => {
    const served = node();
    const before = await served.admissionOf(2);
    change(2, { revision: 1 });
    await nameOf(served);
    expect((await served.admissionOf(2))?.authenticator).toBe(before?.authenticator);
  });

  it('is not served while the store cannot tell whether it has changed', async () => {
    const served = node();
    await nameOf(served);
    const unknown = new ServedDeployments({
      ...{ runtimes, activeVersion: async () => 1, clock: { now: () => now }, log },
      deployments: { find: async (id) => ({ id, accountId: 5, revision: 0 }) },
      epochs: {
        of: () => {
          throw new StoreUnavailable(new Error('gone'));
        },
      },
      authenticatorOf: async () => ({}) as Authenticator,
      open: (deployment, versionId, isWanted) => open(deployment, versionId, isWanted),
    });
    onTestFinished(() => unknown.close());
    await expect(unknown.get(2, null)).rejects.toThrow(StoreUnavailable);
    await expect(unknown.admissionOf(2)).rejects.toThrow(StoreUnavailable);
  });

  it('that does not exist is looked up each time, and takes no memory', async () => {
    const served = node();
    expect(await served.get(77, null)).toBeUndefined();
    store.set(77, { account: 5, revision: 0, version: 1 });
    expect(await served.get(77, null)).toBeDefined();
  });
});

async function settledOf(promise: Promise<unknown>): Promise<'waiting' | 'settled'> {
  return Promise.race([promise.then(() => 'settled' as const), Promise.resolve('waiting' as const)]);
}
