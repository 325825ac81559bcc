import { isStatement, statementOf } from '../../api/calculated-answer.ts';
import { askerOf } from '../../api/data.ts';
import type { Explored } from './explored-report.ts';

interface ToSave {
  readonly explored: Explored;
  readonly statement: string | undefined;
}

/**
 * The statement that a report keeps in place of a query with calculated fields. Its ranges in words stay what they say.
 *
 * @throws why there is none
 */
export async function statementToSave(deploymentId: number, explored: Explored): Promise<ToSave> {
  const { q = {}, sql, calculated } = explored;
  if (sql !== undefined || !calculated) return { explored, statement: undefined };
  const made = await statementOf(askerOf(deploymentId), { query: q, calculated }, { keepsRelativeDates: true });
  return isStatement(made)
    ? { explored, statement: made.text }
    : { explored: { ...explored, q: made }, statement: undefined };
}
