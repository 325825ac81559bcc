import type { DataClient } from '@orrery/client/data';
import { expect, it } from 'vitest';
import { readStatement } from './answer-query.ts';

const all = Array.from({ length: 4 }, (_, index) => [String(index)]);
const data = {
  cubeSql: async (_: string, { maxRows }: { readonly maxRows: number }) => ({
    schema: [],
    data: all.slice(0, maxRows),
  }),
} as unknown as DataClient; // with the part that is asked

it('rows of a statement are cut, and it is said', async () => {
  expect(await readStatement(data, 'SELECT', { most: 3 })).toMatchObject({ data: all.slice(0, 3), isTruncated: true });
  expect(await readStatement(data, 'SELECT', { most: 4 })).toMatchObject({ data: all, isTruncated: false });
  expect(await readStatement(data, 'SELECT', {})).toMatchObject({ data: all, isTruncated: false });
});
