import { describe, expect, it } from 'vitest';
import { type QueueSlot, RunQueue } from './run-queue.ts';

const forever = new AbortController().signal;

/** Records who has entered, in order. */
function door() {
  const entered: string[] = [];
  const watch = (name: string, place: QueueSlot): QueueSlot => {
    place.entered.then(
      () => entered.push(name),
      () => entered.push(`${name} left`),
    );
    return place;
  };
  return { entered, watch };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('one tenant', () => {
  it('starts runs in order of arrival, up to its share', async () => {
    const queue = new RunQueue({ size: 3, perTenant: 2 });
    const { entered, watch } = door();
    const places = ['a', 'b', 'c', 'd'].map((name) => watch(name, queue.join('t', forever)));
    await turn();
    expect(entered).toEqual(['a', 'b']);
    expect(places.map((place) => place.ahead())).toEqual([0, 0, 0, 1]);
    places[1]?.leave();
    await turn();
    expect(entered).toEqual(['a', 'b', 'c']);
    for (const place of places) place.leave();
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('returns a slot once, however often it leaves', async () => {
    const queue = new RunQueue({ size: 2, perTenant: 1 });
    const first = queue.join('t', forever);
    first.leave();
    first.leave();
    expect(queue.running).toBe(0);
    queue.join('t', forever);
    queue.join('u', forever);
    expect(queue.running).toBe(2);
  });

  it('leaves the queue when its signal fires, without losing a slot', async () => {
    const queue = new RunQueue({ size: 2, perTenant: 1 });
    const { entered, watch } = door();
    const first = queue.join('t', forever);
    const leaving = new AbortController();
    watch('second', queue.join('t', leaving.signal));
    watch('third', queue.join('t', forever));
    leaving.abort(new Error('left'));
    first.leave();
    await turn();
    expect(entered).toEqual(['second left', 'third']);
  });

  it('does not enter when its signal has fired', () => {
    const queue = new RunQueue({ size: 2, perTenant: 1 });
    expect(() => queue.join('t', AbortSignal.abort(new Error('gone')))).toThrow('gone');
    expect(queue.waiting).toBe(0);
  });

  it('is refused when too many of its runs wait, and others still enter', () => {
    const queue = new RunQueue({ size: 2, perTenant: 1 });
    for (let index = 0; index <= 1_000; index++) queue.join('noisy', forever);
    expect(() => queue.join('noisy', forever)).toThrow('Too many queries are waiting');
    queue.join('quiet', forever);
    expect(queue.running).toBe(2);
  });
});

describe('several tenants', () => {
  it('keep slots when one of them floods the queue', async () => {
    const queue = new RunQueue({ size: 4, perTenant: 3 });
    const { entered, watch } = door();
    for (let index = 0; index < 64; index++) queue.join('noisy', forever);
    watch('quiet', queue.join('quiet', forever));
    await turn();
    expect(entered).toEqual(['quiet']);
  });

  it('get a free slot in order of fewest runs', async () => {
    const queue = new RunQueue({ size: 3, perTenant: 2 });
    const { entered, watch } = door();
    const noisy = ['n1', 'n2', 'n3', 'n4'].map((name) => watch(name, queue.join('noisy', forever)));
    watch('q1', queue.join('quiet', forever));
    watch('q2', queue.join('quiet', forever));
    await turn();
    expect(entered).toEqual(['n1', 'n2', 'q1']);
    noisy[0]?.leave();
    await turn();
    expect(entered.at(-1)).toBe('n3'); // one run each: whose turn is longest ago
    noisy[1]?.leave();
    await turn();
    expect(entered.at(-1)).toBe('q2');
  });

  it('take turns', async () => {
    const queue = new RunQueue({ size: 2, perTenant: 1 });
    const { entered, watch } = door();
    const open = new Set<QueueSlot>();
    const ask = (name: string) => {
      const place = watch(name, queue.join(name, forever));
      place.entered.then(
        () => open.add(place),
        () => undefined,
      );
    };
    for (const name of ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']) ask(name);
    for (let step = 0; step < 9; step++) {
      await turn();
      const [first] = open;
      if (!first) break;
      open.delete(first);
      first.leave();
    }
    expect(entered).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
  });
});

describe('a run shared by several tenants', () => {
  it('does not wait behind other runs of its first tenant', async () => {
    const queue = new RunQueue({ size: 3, perTenant: 1 });
    const { entered, watch } = door();
    const [endless, wanted] = ['endless', 'wanted'].map((name) => watch(name, queue.join('noisy', forever)));
    await turn();
    expect(entered).toEqual(['endless']);
    wanted?.shareWith('noisy');
    wanted?.shareWith('quiet');
    await turn();
    expect(entered).toEqual(['endless', 'wanted']);
    expect([queue.running, queue.waiting]).toEqual([2, 0]);
    watch('more', queue.join('quiet', forever)); // the run is of its share
    await turn();
    expect(entered).toHaveLength(2);
    wanted?.leave();
    await turn();
    expect(entered).toEqual(['endless', 'wanted', 'more']);
    endless?.leave();
    expect([queue.running, queue.waiting]).toEqual([1, 0]);
  });

  it('waits once, and leaves for all of them', async () => {
    const queue = new RunQueue({ size: 2, perTenant: 1 });
    for (const tenant of ['t', 'u']) queue.join(tenant, forever);
    const controller = new AbortController();
    const shared = queue.join('t', controller.signal);
    shared.shareWith('u');
    expect([queue.waiting, queue.join('u', forever).ahead()]).toEqual([1, 1]);
    controller.abort();
    shared.shareWith('v');
    expect([queue.running, queue.waiting]).toEqual([2, 1]);
  });
});

describe('a place', () => {
  it('is waited for by those who would enter if it was left', async () => {
    const queue = new RunQueue({ size: 3, perTenant: 2 });
    const [first, second] = [queue.join('t', forever), queue.join('t', forever)];
    const of = (places: readonly (QueueSlot | undefined)[]) => places.map((place) => place?.isWaitedFor());
    expect(of([first, second])).toEqual([false, false]);
    const other = queue.join('u', forever);
    const own = queue.join('t', forever); // no place is free, and its share is used up
    expect(of([first, second, other, own])).toEqual([true, true, false, false]);
    const another = queue.join('v', forever);
    expect(of([first, second, other, own, another])).toEqual([true, true, true, false, false]);
    first?.leave();
    other.leave();
    await turn();
    expect(of([first, second, other, own, another])).toEqual([false, false, false, false, false]);
  });
});
