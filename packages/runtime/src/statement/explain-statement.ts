import type { RequestContext } from '@orrery/semantic';
import { type AnswerFacts, type AnswerService, CompressedOnce } from '../answer/index.ts';
import { noteAnswers, type QueryNote } from '../query/index.ts';
import type { Runtime } from '../runtime.ts';
import { describePlacement, logicalPlan, physicalPlan } from './describe-placement.ts';
import type { PlacedStatement } from './place-statement.ts';

interface Explaining {
  readonly context: RequestContext;
  readonly runtime: Runtime;
  /** Whether the caller may see the SQL of data sources, and the times that they took, which hidden rows change. */
  readonly showsSql: boolean;
}

export type StatementOutcome = Exclude<Awaited<ReturnType<AnswerService['answerOrStream']>>, { readonly kind: 'wait' }>;

/**
 * The answer to EXPLAIN: which queries of the model a statement has, and where it runs.
 *
 * @param run of EXPLAIN ANALYZE; all of its rows are read
 */
export async function explainStatement(
  placed: PlacedStatement,
  { context, runtime, showsSql }: Explaining,
  run?: { readonly outcome: StatementOutcome; readonly note: QueryNote },
): Promise<CompressedOnce> {
  const placement = describePlacement(placed, context, runtime);
  const [logical, physical] = [logicalPlan(placement), physicalPlan(placement, showsSql)];
  if (!run) {
    return linesOf([
      ['logical_plan', logical],
      ['physical_plan', physical],
    ]);
  }
  const { cache } = run.outcome;
  const { rowCount, timingsMs } = await ranToTheEnd(run.outcome, run.note);
  const isTimed = showsSql && cache === 'miss';
  const times = isTimed ? Object.entries(timingsMs).map(([name, ms]) => `${name}: ${ms.toFixed(3)} ms`) : [];
  return linesOf([
    ['Plan with Metrics', [logical, physical, `rows: ${rowCount}`, `cache: ${cache}`, ...times].join('\n')],
  ]);
}

async function ranToTheEnd(
  outcome: StatementOutcome,
  note: QueryNote,
): Promise<Pick<AnswerFacts, 'rowCount' | 'timingsMs'>> {
  if (outcome.kind !== 'stream') {
    noteAnswers(note, [outcome]);
    return outcome.answer;
  }
  const { stream, cache, planMs, leave } = outcome;
  try {
    while ((await stream.rows.next()) !== undefined);
    const { facts } = stream.rows;
    if (facts === undefined) throw new Error('rows that are over have facts');
    noteAnswers(note, [{ cache, planMs, answer: facts }]);
    return facts;
  } finally {
    leave();
  }
}

function linesOf(rows: readonly (readonly [type: string, plan: string])[]): CompressedOnce {
  const schema = ['plan_type', 'plan'].map((name) => ({ name, column_type: 'String' }));
  const lines = [{ schema }, { data: rows }].map((line) => `${JSON.stringify(line)}\n`);
  return new CompressedOnce(Buffer.from(lines.join('')), { encodings: 'fast' });
}
