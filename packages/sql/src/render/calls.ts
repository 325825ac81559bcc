import { type Rendered, renderAggregate } from '../functions/index.ts';
import type { AggregateCall, Frame, FrameBound, SortKey, WindowCall } from '../relation/index.ts';
import { possible, renderScalar, type ScalarContext } from './scalar.ts';

/** An aggregate over groups. @throws StatementRefused */
export function renderAggregateCall(call: AggregateCall, context: ScalarContext): Rendered {
  if (call.function.name === 'grouping') return renderGrouping(call, context);
  return renderWith(call, context, undefined);
}

/** Names keys as the grouping does. */
function renderGrouping({ arguments: keys, type }: AggregateCall, context: ScalarContext): Rendered {
  const names = keys.flatMap((key) => (key.kind === 'column' ? [context.column(key.column).stored] : []));
  return { text: `CAST(GROUPING(${names.join(', ')}) AS INTEGER)`, type };
}

/** A window function, or an aggregate over a window. @throws StatementRefused */
export function renderWindowCall(call: WindowCall, context: ScalarContext): Rendered {
  const partition = call.partition.map((one) => renderScalar(one, context).text);
  const parts = [
    partition.length > 0 ? `PARTITION BY ${partition.join(', ')}` : '',
    call.over.length > 0 ? `ORDER BY ${renderKeys(call.over, context)}` : '',
    call.frame ? renderFrame(call.frame, context) : '',
  ];
  return renderWith(call, context, `OVER (${parts.filter((part) => part !== '').join(' ')})`);
}

function renderWith(call: AggregateCall, context: ScalarContext, over: string | undefined): Rendered {
  const isOrdered = call.function.kind === 'ordered';
  const given = [...call.arguments, ...(isOrdered ? call.order.map(({ expression }) => expression) : [])];
  const args = given.map((one) => renderScalar(one, context));
  const filter = call.filter && `FILTER (WHERE ${renderScalar(call.filter, context).text})`;
  const suffix = [filter, over].filter((part) => part !== undefined).join(' ');
  const details = {
    isDistinct: call.isDistinct,
    isDescending: isOrdered && call.order.some(({ isDescending }) => isDescending),
    ...(!isOrdered && call.order.length > 0 ? { orderBy: renderKeys(call.order, context) } : {}),
    ...(suffix === '' ? {} : { suffix }),
  };
  const resolved = {
    signature: call.function,
    parameters: given.map(({ type }) => type.name),
    result: call.type.name,
  };
  return possible(renderAggregate(resolved, args, details, context.target.session), call.position);
}

/** Sort keys with the place of NULL written, which engines put differently. */
export function renderKeys(keys: readonly SortKey[], context: ScalarContext): string {
  return keys
    .map(({ expression, isDescending, nullsFirst }) => {
      const text =
        expression.kind === 'column'
          ? context.column(expression.column).stored
          : renderScalar(expression, context).text;
      return `${text} ${isDescending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
    })
    .join(', ');
}

const bounds: Readonly<Record<Exclude<FrameBound['kind'], 'preceding' | 'following'>, string>> = {
  'unbounded-preceding': 'UNBOUNDED PRECEDING',
  'current-row': 'CURRENT ROW',
  'unbounded-following': 'UNBOUNDED FOLLOWING',
};

const exclusions: Readonly<Record<NonNullable<Frame['exclude']>, string>> = {
  'current-row': ' EXCLUDE CURRENT ROW',
  group: ' EXCLUDE GROUP',
  ties: ' EXCLUDE TIES',
};

function renderFrame({ unit, from, to, exclude }: Frame, context: ScalarContext): string {
  const bound = (one: FrameBound) =>
    'by' in one ? `${renderScalar(one.by, context).text} ${one.kind.toUpperCase()}` : bounds[one.kind];
  return `${unit.toUpperCase()} BETWEEN ${bound(from)} AND ${bound(to)}${exclude ? exclusions[exclude] : ''}`;
}
