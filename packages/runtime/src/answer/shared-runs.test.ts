import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenedPart, type RunProgress, QueryCancelled } from './shared-run.ts';
import { SharedRuns } from './shared-runs.ts';

const leaseMs = 120_000;

let runs: SharedRuns<string>;
let started: Work[];

interface Work {
  readonly signal: AbortSignal;
  readonly progress: RunProgress;
  finish(answer: string | undefined): void;
  fail(error: Error): void;
}

beforeEach(() => {
  vi.useFakeTimers();
  runs = new SharedRuns({ leaseMs, heldBytes: 1_000, sizeOf: (answer) => answer.length });
  started = [];
});

afterEach(() => {
  vi.useRealTimers();
});

/** Joins; the work continues until the test ends it, even after it was told to stop. */
function ask(owner: string, { key = 'k', version = 'v', tenant = 't', takesWhole = true } = {}) {
  return runs.join({
    key,
    version,
    owner,
    tenant,
    takesWhole,
    start: (signal, progress) => {
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
      started.push({ signal, progress, finish: resolve, fail: reject });
      return promise;
    },
  });
}

/** Repeats a request: a held answer comes first. */
function askAgain(owner: string) {
  return runs.takeHeld('k', owner) ?? ask(owner);
}

const turn = () => vi.advanceTimersByTimeAsync(0);

describe('equal requests', () => {
  it('share one run', async () => {
    const members = ['a', 'b', 'c'].map((owner) => ask(owner));
    await turn();
    expect(started).toHaveLength(1);
    expect(members.map((member) => member.isShared)).toEqual([false, true, true]);
    started[0]?.finish('rows');
    expect(await Promise.all(members.map((member) => member.outcome))).toEqual(['rows', 'rows', 'rows']);
    expect(runs.running).toBe(0);
  });

  it('share its failure, and the next request tries again', async () => {
    const [one, other] = [ask('a'), ask('b')];
    await turn();
    started[0]?.fail(new Error('down'));
    await expect(one.outcome).rejects.toThrow('down');
    await expect(other.outcome).rejects.toThrow('down');
    ask('a');
    await turn();
    expect(started).toHaveLength(2);
  });

  it('do not share a run on other data, or with another key', async () => {
    ask('a');
    ask('b', { version: 'w' });
    ask('c', { key: 'l' });
    await turn();
    expect(started).toHaveLength(3);
  });
});

describe('a run', () => {
  it('continues while a caller wants its answer, and is cancelled when the last one leaves', async () => {
    const [one, other] = [ask('a'), ask('b')];
    await turn();
    one.leave();
    expect(started[0]?.signal.aborted).toBe(false);
    other.leave();
    expect(started[0]?.signal.aborted).toBe(true);
  });

  it('that is being cancelled accepts no new callers', async () => {
    ask('a').leave();
    await turn();
    ask('b');
    await turn();
    expect(started.at(-1)?.signal.aborted).toBe(false);
  });

  it('reports its state', async () => {
    const member = ask('a');
    await turn();
    expect(member.stage()).toBe('Executing query');
    const [work] = started;
    if (work) work.progress.stage = () => '#2 in queue';
    expect(member.stage()).toBe('#2 in queue');
  });

  it('that no caller waits for runs to its end when it is detached', async () => {
    ask('a').leaveGoing();
    await turn();
    await vi.advanceTimersByTimeAsync(leaseMs * 2);
    expect(started[0]?.signal.aborted).toBe(false);
  });
});

describe('a caller who was asked to retry', () => {
  it('returns to its run, even when the data has changed meanwhile', async () => {
    ask('a').leaveForNow();
    await turn();
    const again = ask('a', { version: 'newer' });
    await turn();
    expect(started).toHaveLength(1);
    started[0]?.finish('rows');
    expect(await again.outcome).toBe('rows');
  });

  it('gets the answer when it was ready before', async () => {
    ask('a').leaveForNow();
    await turn();
    started[0]?.finish('rows');
    await turn();
    expect(await askAgain('a').outcome).toBe('rows');
    expect(started).toHaveLength(1);
    askAgain('a');
    await turn();
    expect(started).toHaveLength(2);
  });

  it('gets the failure', async () => {
    ask('a').leaveForNow();
    await turn();
    started[0]?.fail(new Error('down'));
    await turn();
    await expect(askAgain('a').outcome).rejects.toThrow('down');
  });

  it('never gets the answer of another caller', async () => {
    ask('a').leaveForNow();
    await turn();
    started[0]?.finish('rows');
    await turn();
    askAgain('b');
    await turn();
    expect(started).toHaveLength(2);
  });

  it('keeps the run for the lease, and no longer', async () => {
    ask('a').leaveForNow();
    await turn();
    await vi.advanceTimersByTimeAsync(leaseMs - 1);
    expect(started[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(started[0]?.signal.aborted).toBe(true);
  });

  it('cancels the run when it returns and then leaves', async () => {
    ask('a').leaveForNow();
    await turn();
    ask('a').leave();
    expect(started[0]?.signal.aborted).toBe(true);
  });
});

it('a run waits in the queue for all of its callers, also for later ones', async () => {
  ask('a');
  await turn();
  const reported: string[] = [];
  started[0]?.progress.places.add({ shareWith: (tenant) => reported.push(tenant), isWaitedFor: () => false });
  for (const tenant of ['t', 'u', 'u', 'v']) ask('b', { tenant });
  expect([reported, [...(started[0]?.progress.tenants ?? [])]]).toEqual([
    ['u', 'v'],
    ['t', 'u', 'v'],
  ]);
});

describe('cancelling', () => {
  it('fails the requests of that interaction, cancels the run, and resolves when it has ended', async () => {
    const member = ask('a');
    await turn();
    let isGone = false;
    const cancelled = runs.cancel('a').then((keys) => {
      isGone = true;
      return keys;
    });
    await expect(member.outcome).rejects.toThrow(QueryCancelled);
    expect(started[0]?.signal.aborted).toBe(true);
    await turn();
    expect(isGone).toBe(false);
    started[0]?.fail(new Error('interrupted'));
    expect(await cancelled).toEqual(['k']);
    expect(runs.running).toBe(0);
  });

  it('counts a run once, although the failed request leaves as well', async () => {
    const member = ask('a');
    await turn();
    const cancelled = runs.cancel('a');
    await expect(member.outcome).rejects.toThrow(QueryCancelled);
    member.leave();
    expect(runs.cancelled).toBe(1);
    started[0]?.fail(new Error('interrupted'));
    await cancelled;
  });

  it('leaves the run to its other callers', async () => {
    ask('a');
    const other = ask('b');
    await turn();
    expect(await runs.cancel('a')).toEqual(['k']);
    started[0]?.finish('rows');
    expect(await other.outcome).toBe('rows');
  });

  it('ends a lease', async () => {
    ask('a').leaveForNow();
    await turn();
    const cancelled = runs.cancel('a');
    started[0]?.fail(new Error('interrupted'));
    expect(await cancelled).toEqual(['k']);
  });

  it('finds no run of another caller', async () => {
    ask('a');
    await turn();
    expect(await runs.cancel('b')).toEqual([]);
    expect(started[0]?.signal.aborted).toBe(false);
  });
});

describe('a streamed run', () => {
  class Part implements OpenedPart {
    failure: unknown;
    hasLeft = false;
    fail(error: unknown) {
      this.failure = error;
    }
    leave() {
      this.hasLeft = true;
    }
  }

  /** Begins a run and returns what its work shows. */
  function begin(work: Work | undefined) {
    const begun = { isWhole: true, isGathered: false, parts: [] as Part[] };
    const open = () => {
      const part = new Part();
      begun.parts.push(part);
      return part;
    };
    const gather = () => {
      begun.isGathered = true;
    };
    work?.progress.begin({
      get isWhole() {
        return begun.isWhole;
      },
      open,
      gather,
    });
    return begun;
  }

  it('gives parts to all consumers, also to later ones, and continues until all have left', async () => {
    const first = ask('a', { takesWhole: false });
    await turn();
    const begun = begin(started[0]);
    const second = ask('b', { takesWhole: false });
    expect(await Promise.all([first.begun, second.begun])).toEqual(begun.parts);
    expect([started.length, begun.isGathered]).toEqual([1, false]);
    first.leave();
    expect([begun.parts[0]?.hasLeft, started[0]?.signal.aborted]).toEqual([true, false]);
    second.leave();
    expect(started[0]?.signal.aborted).toBe(true);
  });

  it('is gathered for callers who need it whole, before or after it begins', async () => {
    const [part, whole] = [ask('a', { takesWhole: false }), ask('b')];
    await turn();
    const begun = begin(started[0]);
    expect(begun.isGathered).toBe(true);
    started[0]?.finish('rows');
    expect([await part.outcome, await whole.outcome]).toEqual(['rows', 'rows']);
    ask('c', { takesWhole: false });
    await turn();
    const other = begin(started[1]);
    expect(other.isGathered).toBe(false);
    ask('d');
    expect(other.isGathered).toBe(true);
  });

  it('accepts no consumer after its first part was dropped', async () => {
    ask('a', { takesWhole: false });
    await turn();
    begin(started[0]).isWhole = false;
    expect(ask('b', { takesWhole: false }).isShared).toBe(false);
    await turn();
    expect(started).toHaveLength(2);
  });

  it('keeps its first part for a caller who was asked to retry', async () => {
    const member = ask('a', { takesWhole: false });
    await turn();
    member.leaveForNow();
    const begun = begin(started[0]);
    expect(begun.parts.map((part) => part.hasLeft)).toEqual([false]);
    const again = ask('a', { takesWhole: false });
    expect(begun.parts.map((part) => part.hasLeft)).toEqual([true, false]);
    expect(await again.begun).toBe(begun.parts[1]);
  });

  it('is cancelled, and drops its first part, when such a caller does not return', async () => {
    const member = ask('a', { takesWhole: false });
    await turn();
    member.leaveForNow();
    const begun = begin(started[0]);
    await vi.advanceTimersByTimeAsync(leaseMs);
    expect([begun.parts[0]?.hasLeft, started[0]?.signal.aborted]).toEqual([true, true]);
  });

  it('gives its failure to its consumers, and to callers who cancel it', async () => {
    const [one, other] = [ask('a', { takesWhole: false }), ask('b', { takesWhole: false })];
    await turn();
    const begun = begin(started[0]);
    await runs.cancel('a');
    expect(begun.parts.map((part) => part.failure)).toEqual([expect.any(QueryCancelled), undefined]);
    started[0]?.fail(new Error('broken'));
    await turn();
    expect(begun.parts[1]?.failure).toEqual(new Error('broken'));
    one.leave();
    other.leave();
  });

  it('is gathered when it refreshes a cached answer', async () => {
    const member = ask('a', { takesWhole: false });
    await turn();
    member.leaveGoing();
    expect(begin(started[0]).isGathered).toBe(true);
  });

  it('holds no memory after its end', async () => {
    const member = ask('a', { takesWhole: false });
    await turn();
    begin(started[0]);
    started[0]?.finish(undefined);
    await turn();
    member.leave();
    expect([runs.running, runs.cancelled, runs.takeHeld('k', 'a')]).toEqual([0, 0, undefined]);
  });
});
