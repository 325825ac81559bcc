import { Unavailable } from '@orrery/kernel';
import { type DataOfTurn, type ResultOfStatement, toolError } from '../turn/index.ts';
import { compareInThread } from './compare-in-thread.ts';
import { compareResults, gradeBySize } from './compare-results.ts';
import { evaluationBounds } from './evaluation-bounds.ts';
import type { Grade } from './grade.ts';
import type { GivenAnswer } from './read-answer.ts';

/**
 * Grades an answer by the rows of its query and those of the right statement. Both run with the rights of the same
 * person.
 *
 * @throws Unavailable when the data cannot be queried now, the reason of the signal
 */
export async function gradeAnswer(
  answer: GivenAnswer,
  truthSql: string,
  { data, signal }: { readonly data: DataOfTurn; readonly signal: AbortSignal },
): Promise<Grade> {
  const rowsOf = async (sql: string): Promise<ResultOfStatement | string> => {
    try {
      return await data.statement(sql, { signal, maxRows: evaluationBounds.rows });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Unavailable) throw error;
      return wordsOf(toolError(error, 'evaluation').error);
    }
  };
  const truth = await rowsOf(truthSql);
  if (typeof truth === 'string') return { verdict: 'error', reason: 'ground-truth-failed', detail: truth };
  if (answer.sql === undefined) return gradeWithoutQuery(answer);
  const given = await rowsOf(answer.sql);
  // The turn has shown rows of this statement, so nobody can say whether they were right.
  if (typeof given === 'string') return { verdict: 'error', reason: 'query-error', detail: given };
  const bySize = gradeBySize(truth, given);
  if (bySize) return bySize;
  const cells = Math.max(...[truth, given].map(({ rows, columns }) => rows.length * columns.length));
  return cells <= evaluationBounds.cellsAtOnce ? compareResults(truth, given) : compareInThread(truth, given, signal);
}

function gradeWithoutQuery({ failedSql, failure = '', unconfirmed }: GivenAnswer): Grade {
  if (unconfirmed.length > 0) {
    const detail = `The answer states numbers that no result has: ${unconfirmed.slice(0, 10).join(', ')}.`;
    return { verdict: 'fail', outcome: 'wrong', reason: 'unfounded-numbers', detail };
  }
  if (failedSql !== undefined)
    return { verdict: 'fail', outcome: 'withheld', reason: 'query-error', detail: wordsOf(failure) };
  return { verdict: 'review', outcome: 'withheld', reason: 'no-query', detail: 'The agent asked no query.' };
}

/** An error of a tool without the class before it. */
function wordsOf(error: string): string {
  return error.replace(/^Error: \w+: /, '');
}
