import { type Resolved, type SqlType } from '../types/index.ts';
import type { Entry, Session } from './entry.ts';
import { renderCast } from './duckdb/cast.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from './duckdb/rendered.ts';
import { fillTemplate } from './duckdb/template.ts';

/**
 * Renders a call of a function or operator for DuckDB.
 *
 * @param args as they are written; they are cast to the types that were resolved
 */
export function renderCall(
  { signature, parameters, result }: Resolved<Entry>,
  args: readonly Rendered[],
  session: Session,
): Rendered | CannotRender {
  const cast: Rendered[] = [];
  for (const [index, arg] of args.entries()) {
    const name = parameters[index];
    const rendered = name === undefined ? cannot('an argument has no parameter') : renderCast(arg, { name }, session);
    if (isCannot(rendered)) return rendered;
    cast.push(rendered);
  }
  const type: SqlType = { name: result };
  const { duckdb } = signature;
  if (typeof duckdb === 'object') return duckdb;
  const rendered = typeof duckdb === 'string' ? duckdb : duckdb(cast, type, session);
  if (typeof rendered !== 'string') return isCannot(rendered) ? rendered : { ...rendered, type };
  return {
    text: fillTemplate(
      rendered,
      cast.map(({ text }) => text),
    ),
    type,
  };
}
