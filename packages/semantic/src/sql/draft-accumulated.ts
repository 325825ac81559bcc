import type { ColumnId, Plan } from '../plan/index.ts';
import { clock } from '../time/index.ts';
import { columnOf, type SelectDraft, draftFrom } from './draft.ts';
import { lowerExpression } from './lower-expression.ts';
import { type Lowering, memberContext } from './lowering.ts';
import { call, fragment, type Sql } from './sql.ts';

const ends = { first: clock(1, 1, 1), last: clock(9999, 12, 31) };

export function draftAccumulated(
  lowering: Lowering,
  plan: Extract<Plan, { kind: 'accumulate' }>,
  input: SelectDraft,
): SelectDraft {
  const context = memberContext(lowering, input);
  const within = plan.within.map(
    ({ column, expression }) => [column, lowerExpression(context, input, expression)] as const,
  );
  const along = columnOf(input, plan.along);
  const partition = within.flatMap(([, sql], index) => [index === 0 ? 'PARTITION BY ' : ', ', sql]);
  const order = [...partition, within.length > 0 ? ' ORDER BY ' : 'ORDER BY ', along, plan.isBackwards ? ' DESC' : ''];
  const taken = plan.take.map(({ column, function: name, from }) => {
    const value: Sql = { kind: 'aggregate', function: name, operand: columnOf(input, from) };
    return [column, { kind: 'over', value, window: fragment(...order, ' ROWS UNBOUNDED PRECEDING') }] as const;
  });
  const end: Sql = { kind: 'reading', reading: plan.isBackwards ? ends.first : ends.last };
  const next = call('COALESCE', { kind: 'next-value', operand: along, window: fragment(...order) }, end);
  return draftFrom(
    input.from,
    input.scope,
    new Map<ColumnId, Sql>([[plan.along, along], ...within, [plan.next, next], ...taken]),
  );
}
