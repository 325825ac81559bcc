import { expect, it } from 'vitest';
import { cutRows, mostRows } from './cut-rows.ts';
import { NewestRequests } from '../tiles/newest-requests.ts';

it('an answer counts until its report is asked again', () => {
  const requests = new NewestRequests<number>();
  const first = requests.begin([1, 2]);
  const second = requests.begin([2]);
  expect([first(1), first(2), second(1), second(2)]).toEqual([true, false, false, true]);
});

it('rows of a statement are cut, and it is said', () => {
  const rows = Array.from({ length: mostRows + 1 }, () => []);
  expect(cutRows(rows)).toEqual({ rows: rows.slice(1), isTruncated: true });
  expect(cutRows(rows.slice(1)).isTruncated).toBe(false);
});
