import { commonType, type SqlType, typeText } from '../types/index.ts';
import { renderCast } from './duckdb/cast.ts';
import { alignBranches } from './duckdb/numeric.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from './duckdb/rendered.ts';
import type { StatementSession } from './entry.ts';

/** Values of one column: branches of CASE, arguments of COALESCE, rows of VALUES, items of ARRAY, sides of UNION. */
export interface Branches {
  readonly texts: readonly string[];
  readonly type: SqlType;
  readonly scale?: Rendered['scale'];
}

/**
 * Gives branches their common type.
 *
 * @param construct as PostgreSQL's message names it: `CASE`, `UNION`, `COALESCE`
 */
export function renderBranches(
  construct: string,
  branches: readonly Rendered[],
  session: StatementSession,
): Branches | CannotRender {
  const type = commonType(branches.map((branch) => branch.type));
  if ('mismatch' in type)
    return cannot(`${construct} types ${type.mismatch.map(typeText).join(' and ')} cannot be matched`);
  const cast: Rendered[] = [];
  for (const branch of branches) {
    const rendered = renderCast(branch, type, session);
    if (isCannot(rendered)) return rendered;
    cast.push(rendered);
  }
  if (type.name !== 'numeric') return { texts: cast.map(({ text }) => text), type };
  const { texts, scale } = alignBranches(cast);
  return { texts, scale, type };
}
