import { type Resolved, type SqlType } from '../types/index.ts';
import { renderCast } from './duckdb/cast.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from './duckdb/rendered.ts';
import { fillTemplate } from './duckdb/template.ts';
import type { Entry, Session, WriteCall } from './entry.ts';

/**
 * Renders a call of a scalar function or operator for DuckDB; of a function that returns rows: the list of its rows.
 *
 * @param args as they are written; they are cast to the types that were resolved
 */
export function renderCall(
  resolved: Resolved<Entry>,
  args: readonly Rendered[],
  session: Session,
): Rendered | CannotRender {
  return render(resolved, args, session, (name, texts) => `${name}(${texts.join(', ')})`, fillTemplate);
}

/** What a statement writes around an aggregate or window function, rendered. */
export interface CallDetails {
  readonly isDistinct: boolean;
  /** Sort keys inside of the call. */
  readonly orderBy?: string;
  /** `FILTER (WHERE ...)`, `OVER (...)`, or both. */
  readonly suffix?: string;
}

/** Renders an aggregate or window function. Arguments of an ordered-set aggregate end with what it is ordered by, ascending. */
export function renderAggregate(
  resolved: Resolved<Entry>,
  args: readonly Rendered[],
  { isDistinct, orderBy, suffix }: CallDetails,
  session: Session,
): Rendered | CannotRender {
  if (isDistinct && resolved.signature.kind === 'window') return cannot('DISTINCT is not for window functions');
  const write: WriteCall = (name, texts) => {
    const order = orderBy === undefined ? '' : ` ORDER BY ${orderBy}`;
    return `${name}(${isDistinct ? 'DISTINCT ' : ''}${texts.join(', ')}${order})${suffix === undefined ? '' : ` ${suffix}`}`;
  };
  return render(resolved, args, session, write, write);
}

function render(
  { signature, parameters, result }: Resolved<Entry>,
  args: readonly Rendered[],
  session: Session,
  call: WriteCall,
  fill: WriteCall,
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
  const texts = cast.map(({ text }) => text);
  const rendered = typeof duckdb === 'string' ? fill(duckdb, texts) : duckdb(cast, type, session, call);
  if (isCannot(rendered)) return rendered;
  if (typeof rendered === 'string') return { text: rendered, type };
  return { ...rendered, type };
}
