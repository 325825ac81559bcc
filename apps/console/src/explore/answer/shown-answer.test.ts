import { expect, it } from 'vitest';
import { shownOf } from './shown-answer.ts';

const rows = { columns: [], rows: [['1']], warnings: [], lastRefreshTime: undefined, isTruncated: false };
const there = {
  ...{ data: rows, error: null, isSuccess: true, isPlaceholderData: false },
  ...({ fetchStatus: 'idle', isFetching: false } as const),
};
const replaced = { ...there, ...({ fetchStatus: 'fetching', isFetching: true } as const), isPlaceholderData: true };

it('shows rows of an earlier query only while the next ones are on their way', () => {
  expect(shownOf(there, true)).toMatchObject({ data: rows, isEarlier: false, isCurrent: true, isCancelled: false });
  expect(shownOf(replaced, true)).toMatchObject({ data: rows, isEarlier: true, isCurrent: false, isCancelled: false });
  const cancelled = { ...there, isPlaceholderData: true };
  expect(shownOf(cancelled, true)).toMatchObject({ data: undefined, isEarlier: false, isCancelled: true });
});

it('has no rows where nothing is asked or it failed', () => {
  expect(shownOf(there, false)).toMatchObject({ data: undefined, error: null, isCancelled: false });
  const error = new Error('away');
  expect(shownOf({ ...there, data: undefined, error, isSuccess: false }, true)).toMatchObject({
    ...{ data: undefined, error, isCancelled: false },
  });
});
