import { expect, it } from 'vitest';
import type { MemberId, RequestContext } from '@orrery/semantic';
import { compilePrepared } from '../query/compile-prepared.ts';
import { prepareQuery } from '../query/prepare-query.ts';
import { RequestMemory } from '../query/request-memory.ts';
import { sampleRuntime } from '../query/sample-runtime.ts';
import { keptStatement } from './bind-queries.ts';

const { runtime } = sampleRuntime(async function* () {});
const context: RequestContext = { kind: 'caller', securityContext: {} };

function prepared(limit: number) {
  return prepareQuery({ measures: ['orders.count'], limit }, runtime, 0);
}

it('compiles equal queries once, as they are compiled without a memory', () => {
  const memory = new RequestMemory();
  const first = keptStatement(prepared(5), context, runtime, memory);
  const { text, params, columns, dataSource } = compilePrepared(prepared(5), context, runtime);
  expect(first).toEqual({ text, params, columns, dataSource });
  expect(keptStatement(prepared(5), context, runtime, memory)).toBe(first);
  expect(keptStatement(prepared(6), context, runtime, memory).text).not.toBe(first.text);
});

it('compiles an equal query for other rights anew', () => {
  const memory = new RequestMemory();
  const first = keptStatement(prepared(5), context, runtime, memory);
  const query = prepared(5);
  const hidden = new Set(['orders.amount' as MemberId]); // a member of the sample model
  const other = { ...query, access: { ...query.access, hidden } };
  expect(keptStatement(other, context, runtime, memory)).not.toBe(first);
});
