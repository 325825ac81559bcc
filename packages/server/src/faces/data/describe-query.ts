import type { TokenCaller, JsonObject } from '@orrery/kernel';
import {
  type CallerRuntime,
  compilePrepared,
  contextOf,
  keptStatement,
  observed,
  parseKnowing,
  type ParsedRequest,
  planPrepared,
  type PreparedQuery,
  presentDryRun,
  presentSql,
  tenantOf,
} from '@orrery/runtime';
import type { DataDependencies } from './data-dependencies.ts';
import { isStatement, statementSql } from './statements/index.ts';

/** The sender of a request, and the runtime that answers it. */
export interface RequestSender {
  readonly runtime: CallerRuntime;
  readonly principal: TokenCaller;
  readonly requestId: string;
}

const single = { needsQueryType: false };

/** The statement a query becomes. @throws InvalidQuery */
export function answerSql(
  parameters: () => JsonObject,
  asker: RequestSender,
  dependencies: DataDependencies,
): Promise<unknown> {
  const { memory, clock, isDevelopment } = dependencies;
  const { runtime, principal, requestId } = asker;
  return observed({ endpoint: 'sql', request: { id: requestId }, principal, runtime }, dependencies, async (note) => {
    const given = parameters();
    if (isStatement(given)) return statementSql(given, { runtime, principal, note }, dependencies);
    const reader = { tenant: tenantOf(principal), insists: false };
    const parsed = await parseKnowing(given, single, { runtime, now: clock.now(), memory }, reader);
    const { queryType, written: query, queries, timingsMs } = parsed;
    Object.assign(note, { query, timingsMs });
    const context = contextOf(principal);
    const compile = (prepared: PreparedQuery) =>
      isKept(parsed) ? keptStatement(prepared, context, runtime, memory) : compilePrepared(prepared, context, runtime);
    const compiled = queries.map(({ prepared }) => ({ prepared, ...compile(prepared) }));
    Object.assign(note, { statements: compiled.map(({ text }) => text), dataSource: compiled[0]?.dataSource });
    const answers = compiled.map((one) => presentSql(one.prepared.bound, one, isDevelopment));
    return queryType === 'regularQuery' ? answers[0] : answers;
  });
}

/** Explains a query without running it. @throws InvalidQuery */
export function answerDryRun(
  parameters: () => JsonObject,
  { runtime, principal, requestId }: RequestSender,
  dependencies: DataDependencies,
): Promise<unknown> {
  const { memory, clock } = dependencies;
  const asked = { endpoint: 'dry-run', request: { id: requestId }, principal, runtime } as const;
  return observed(asked, dependencies, async (note) => {
    const reader = { tenant: tenantOf(principal), insists: false };
    const parsed = await parseKnowing(parameters(), single, { runtime, now: clock.now(), memory }, reader);
    Object.assign(note, { query: parsed.written, timingsMs: parsed.timingsMs });
    const context = contextOf(principal);
    for (const { prepared } of parsed.queries) {
      if (isKept(parsed)) keptStatement(prepared, context, runtime, memory);
      else runtime.dialectFor(planPrepared(prepared, context).dataSource); // the project may not have it
    }
    return presentDryRun(parsed);
  });
}

/** Whether the same request was bound before. */
function isKept({ timingsMs }: ParsedRequest): boolean {
  return timingsMs.parse === undefined;
}
