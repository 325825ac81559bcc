import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Draft } from '../../model/dashboard-draft.ts';
import { DraftConflict, DraftSaver, type Saving } from './draft-saver.ts';

const [first, second, third]: readonly Draft[] = [{ widgets: [] }, { widgets: [] }, { widgets: [] }];
let sent: { readonly draft: Draft; readonly end: (error?: Error) => void }[];
let told: Saving[];
let saver: DraftSaver;

beforeEach(() => {
  vi.useFakeTimers();
  [sent, told] = [[], []];
  const send = (draft: Draft) =>
    new Promise<void>((resolve, reject) => {
      sent.push({ draft, end: (error) => (error ? reject(error) : resolve()) });
    });
  saver = new DraftSaver(first as Draft, send, (saving) => told.push(saving));
});

afterEach(() => void vi.useRealTimers());

const wait = () => vi.advanceTimersByTimeAsync(400);
const end = async (index: number, error?: Error) => {
  sent[index]?.end(error);
  await vi.advanceTimersByTimeAsync(0);
};
const drafts = () => sent.map(({ draft }) => [first, second, third].indexOf(draft));

it('a change is saved after a moment, and one that is undone before is not', async () => {
  saver.take(second as Draft);
  saver.take(first as Draft);
  await wait();
  expect([drafts(), told.at(-1)]).toEqual([[], { kind: 'saved' }]);
  saver.take(second as Draft);
  saver.take(third as Draft);
  await wait();
  await end(0);
  expect([drafts(), told.at(-1)]).toEqual([[2], { kind: 'saved' }]);
});

it('nothing is saved over what somebody else has saved, until it is said which draft stays', async () => {
  const other = { draft: { widgets: [] }, revision: 'theirs', by: 'Ann', at: '2026-01-01T00:00:00Z' };
  saver.take(second as Draft);
  await wait();
  await end(0, new DraftConflict(other));
  expect(told.at(-1)).toEqual({ kind: 'conflict', other });
  saver.take(third as Draft);
  await wait();
  await saver.settle();
  expect([drafts(), saver.isSettled()]).toEqual([[1], false]);
  void saver.sendAgain();
  await end(1);
  expect([drafts(), told.at(-1), saver.isSettled()]).toEqual([[1, 2], { kind: 'saved' }, true]);
  saver.take(second as Draft);
  await wait();
  await end(2, new DraftConflict(other));
  saver.replace(other.draft);
  saver.take(other.draft);
  await wait();
  expect([drafts(), told.at(-1), saver.isSettled()]).toEqual([[1, 2, 1], { kind: 'saved' }, true]);
});

it('what is undone while a request runs is saved after it', async () => {
  saver.take(second as Draft);
  await wait();
  saver.take(first as Draft);
  await end(0);
  expect([drafts(), told.at(-1)]).toEqual([[1, 0], { kind: 'saving' }]);
  await end(1);
  await wait();
  expect([drafts(), told.at(-1)]).toEqual([[1, 0], { kind: 'saved' }]);
});

it('a draft that could not be saved is sent again, with the next change or when it is asked for', async () => {
  saver.take(second as Draft);
  await wait();
  await end(0, new Error('no'));
  expect(told.at(-1)?.kind).toBe('failed');
  saver.take(first as Draft);
  await wait();
  await end(1, new Error('no'));
  void saver.settle();
  await end(2);
  expect([drafts(), told.at(-1)]).toEqual([[1, 0, 0], { kind: 'saved' }]);
});

it('is settled when the request has ended, and saves nothing once it is discarded', async () => {
  saver.take(second as Draft);
  const settled = vi.fn();
  void saver.settle().then(settled);
  await wait();
  expect([drafts(), settled.mock.calls.length]).toEqual([[1], 0]);
  await end(0);
  expect(settled).toHaveBeenCalledOnce();
  saver.take(third as Draft);
  saver.discard();
  saver.take(second as Draft);
  await saver.settle();
  await wait();
  expect([drafts(), told.at(-1)]).toEqual([[1], { kind: 'saved' }]);
});
