import { type ResolvedSignature, type SqlType } from '../types/index.ts';
import { renderCast } from './duckdb/cast.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from './duckdb/rendered.ts';
import { fillTemplate } from './duckdb/template.ts';
import type { CallForm, FunctionEntry, StatementSession, WriteCall } from './entry.ts';

/**
 * Renders a call of a scalar function or operator for DuckDB; of a function that returns rows: the list of its rows.
 *
 * @param args as they are written; they are cast to the types that were resolved
 */
export function renderCall(
  resolved: ResolvedSignature<FunctionEntry>,
  args: readonly Rendered[],
  session: StatementSession,
): Rendered | CannotRender {
  const form = { isDistinct: false, isDescending: false };
  return render(resolved, args, session, form, (name, texts) => `${name}(${texts.join(', ')})`, fillTemplate);
}

/** The clauses of a statement around an aggregate or window function, rendered. */
export interface CallDetails extends Omit<CallForm, 'isDescending'>, Partial<Pick<CallForm, 'isDescending'>> {
  /** Sort keys inside of the call. */
  readonly orderBy?: string;
  /** `FILTER (WHERE ...)`, `OVER (...)`, or both. */
  readonly suffix?: string;
}

/** Renders an aggregate or window function. Arguments of an ordered-set aggregate end with what it is ordered by. */
export function renderAggregate(
  resolved: ResolvedSignature<FunctionEntry>,
  args: readonly Rendered[],
  { isDistinct, isDescending = false, orderBy, suffix }: CallDetails,
  session: StatementSession,
): Rendered | CannotRender {
  if (isDistinct && resolved.signature.kind === 'window') return cannot('DISTINCT is not for window functions');
  const write: WriteCall = (name, texts) => {
    const keys = orderBy ?? (isDistinct && keepsOrder.has(name) ? `${texts[0]} ASC NULLS LAST` : undefined);
    const order = keys === undefined ? '' : ` ORDER BY ${keys}`;
    return `${name}(${isDistinct ? 'DISTINCT ' : ''}${texts.join(', ')}${order})${suffix === undefined ? '' : ` ${suffix}`}`;
  };
  return render(resolved, args, session, { isDistinct, isDescending }, write, write);
}

/** Finds constructs that may give a value although an argument is NULL. */
const decides = /\b(?:CASE|greatest|least|coalesce|IS|concat|list_\w+)\b/;

/** A template that is NULL as soon as an argument is, where PostgreSQL's function is. */
function strict({ kind, isStrict }: FunctionEntry, template: string, args: readonly Rendered[]): string {
  const readsAll = args.every((_, index) => template.includes(`$${index + 1}`));
  if (kind !== 'scalar' || !isStrict || (readsAll && !decides.test(template))) return template;
  const tests = args.flatMap(({ constant }, index) => (typeof constant === 'string' ? [] : [`$${index + 1} IS NULL`]));
  return tests.length === 0 ? template : `CASE WHEN ${tests.join(' OR ')} THEN NULL ELSE ${template} END`;
}

/** Aggregates of DuckDB that keep the order of their values: PostgreSQL sorts what DISTINCT leaves. */
const keepsOrder: ReadonlySet<string> = new Set(['string_agg', 'list']);

function render(
  { signature, parameters, result }: ResolvedSignature<FunctionEntry>,
  args: readonly Rendered[],
  session: StatementSession,
  form: CallForm,
  call: WriteCall,
  fill: WriteCall,
): Rendered | CannotRender {
  const cast: Rendered[] = [];
  for (const [index, arg] of args.entries()) {
    const name = parameters[index];
    const rendered = name === undefined ? cannot('an argument has no parameter') : renderCast(arg, { name }, session);
    if (isCannot(rendered)) return rendered;
    // A modifier says how many digits the numbers have.
    cast.push(arg.type.name === name ? { ...rendered, type: arg.type } : rendered);
  }
  const type: SqlType = { name: result };
  const { duckdb } = signature;
  if (typeof duckdb === 'object') return duckdb;
  const texts = cast.map(({ text }) => text);
  const rendered =
    typeof duckdb === 'string' ? fill(strict(signature, duckdb, cast), texts) : duckdb(cast, type, session, call, form);
  if (isCannot(rendered)) return rendered;
  if (typeof rendered === 'string') return { text: rendered, type };
  return { ...rendered, type };
}
