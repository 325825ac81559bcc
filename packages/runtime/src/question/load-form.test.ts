import { expect, it } from 'vitest';
import type { Answer } from '../answer/index.ts';
import { AnswerCache } from '../answer/answer-cache.ts';
import type { QueryNote } from '../query/index.ts';
import { prepareQuery } from '../query/prepare-query.ts';
import { canned, sampleRuntime } from '../query/sample-runtime.ts';
import type { AnsweredQuestion } from './bound-request.ts';
import { requestOf } from './bind-queries.ts';
import { loadForm } from './load-form.ts';

const { runtime } = sampleRuntime(() => canned());
const query = { dimensions: ['orders.status'] };

/** A form, and the outcome of its only query with the rows it was answered with. */
function answered() {
  const prepared = prepareQuery(query, runtime, 0);
  const asked = requestOf(query, 'stale-if-slow');
  const request = { ...asked, queries: asked.queries.map((one) => ({ ...one, prepared })), timingsMs: {} };
  const rows = new Uint8Array(new ArrayBuffer(2));
  rows.set(Buffer.from('[]'));
  const answer: Answer = {
    data: [rows],
    rowCount: 0,
    dataSource: 'default',
    dbType: 'duckdb',
    statements: [],
    refreshedAt: 0,
    refresh: [],
    freshness: 'x',
    timingsMs: { queue: 0, engine: 0, encode: 0 },
    isRead: false,
    bodies: new Map(),
  };
  const outcome: AnsweredQuestion = { kind: 'answer', key: 'a', answer, cache: 'hit', isStale: false };
  const principal = { deploymentId: 1, securityContext: {} };
  const answers = { cache: new AnswerCache(0) };
  const settings = { runtime, principal, options: { takesLines: false }, requestId: undefined, answers, slot: 0 };
  const note: QueryNote = { statements: [], timingsMs: {}, cache: 'none' };
  return { form: loadForm(request, { ...settings, note }), outcome, rows };
}

it('a body takes over the memory of the rows, unless they were handed out and may still be read', () => {
  const alone = answered();
  alone.form.body([alone.outcome]);
  expect(alone.rows.byteLength).toBe(0);
  const shared = answered();
  shared.form.rows([shared.outcome]);
  const { body } = shared.form.body([shared.outcome]);
  expect(Buffer.from(shared.rows).toString()).toBe('[]');
  expect(JSON.parse(body.bytes.toString())).toMatchObject({ data: [] });
});
