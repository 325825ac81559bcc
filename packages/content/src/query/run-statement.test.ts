import { expect, it } from 'vitest';
import { Shop } from '../../../../cases/statements/shop.ts';
import { collectGarbage } from '../../../../tests/collect-garbage.ts';
import { AnswerService } from '../../../runtime/src/answer/answer-service.ts';
import { runtimeFor } from '../../../runtime/src/runtime-for.ts';
import type { CallerRuntime, Sources } from '../../../runtime/src/runtime.ts';
import { Statements } from '../../../runtime/src/statement/statements.ts';
import { statementRun } from './run-statement.ts';

it('keeps none of the long rows that it reads again', { timeout: 120_000 }, async () => {
  await using shop = await Shop.open('duckdb');
  const runtime = await runtimeFor(shop.served.composition.runtime, {});
  const given: WeakRef<Uint8Array>[] = [];
  let [bytes, mostKept] = [0, 0];
  const rows: Sources['rows'] = (request, signal, sink) =>
    runtime.sources.rows(
      request,
      signal,
      sink && {
        onAllowed: (tell) => sink.onAllowed(tell),
        put: (pieces) => {
          for (const piece of pieces) {
            bytes += piece.byteLength;
            given.push(new WeakRef(piece));
          }
          sink.put(pieces);
          if (bytes < 20_000_000 || mostKept > 0) return;
          collectGarbage();
          mostKept = given.reduce((sum, one) => sum + (one.deref()?.byteLength ?? 0), 0);
        },
      },
    );
  const watched = Object.create(runtime, {
    sources: { value: Object.assign(Object.create(runtime.sources), { rows }) },
  }) as CallerRuntime; // the same in all else
  await statementRun.refresh({
    text: `SELECT n, '${'-'.repeat(100)}' AS filling FROM generate_series(1, 300000) AS s(n)`,
    runtime: watched,
    filters: [],
    timeGrains: [],
    mostRows: undefined,
    caller: {
      principal: { deploymentId: runtime.deploymentId, securityContext: {} },
      requestId: 'r',
      signal: new AbortController().signal,
      cacheMode: 'no-cache',
    },
    dependencies: {
      answers: new AnswerService({ cacheBytes: 1_000_000, clock: Date }),
      observer: { observe: () => undefined },
      clock: Date,
      isDevelopment: false,
      statements: new Statements(),
    },
  });
  expect(bytes).toBeGreaterThan(20_000_000);
  expect(mostKept).toBeLessThan(4_000_000);
});
