import { hasRowValue, type MemberId, type ModelIndex, requireMeasure } from '@orrery/semantic';
import {
  columnsRead,
  hasQuery,
  type Relation,
  type Scalar,
  type SharedRelation,
  filtered,
} from '../../relation/index.ts';
import { baseColumns } from '../merge/base-columns.ts';
import type { OverInput } from '../merge/over-join.ts';
import { columnScalar, type NewColumns } from '../part.ts';
import { measureValues } from './measure-values.ts';

interface GroupContext {
  readonly model: ModelIndex;
  readonly numbers: NewColumns;
  readonly shared: readonly SharedRelation[];
}

/**
 * Conditions of WHERE below a grouping on measures that single rows have no value of, such as distinct counts and ratios:
 * they test the groups, as HAVING does.
 *
 * @returns undefined without such a condition
 */
export function groupsTested(
  { aggregate, filters, input }: OverInput,
  { model, numbers, shared }: GroupContext,
): Relation | undefined {
  if (aggregate.sets) return undefined;
  const tests = filters.filter((one) => isOfGroups(one, input, model, shared));
  if (tests.length === 0) return undefined;
  const values = measureValues(tests, input, numbers);
  const below = filters.filter((one) => !tests.includes(one));
  const grouped: Relation = {
    ...aggregate,
    input: filtered(input, below),
    calls: [...aggregate.calls, ...values.calls],
  };
  return {
    kind: 'project',
    input: filtered(grouped, tests.map(values.over)),
    items: [...aggregate.groups, ...aggregate.calls].map(({ column }) => ({
      column,
      expression: columnScalar(column),
    })),
  };
}

/** Whether a condition reads measures alone, and none of which a single row has a value. */
function isOfGroups(condition: Scalar, input: Relation, model: ModelIndex, shared: readonly SharedRelation[]): boolean {
  const read = columnsRead(condition);
  if (read.length === 0 || hasQuery(condition)) return false;
  return read.every((id) => {
    const [one, ...more] =
      baseColumns(input, { kind: 'column', column: id, type: { name: 'text' }, position: 0 }, shared) ?? [];
    const role = one?.column.role;
    return more.length === 0 && role?.kind === 'measure' && !isOfRows(role.member, model);
  });
}

const ofRows: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max']);

function isOfRows(member: MemberId, model: ModelIndex): boolean {
  return ofRows.has(requireMeasure(model, member).aggregateType) && hasRowValue(model, member);
}
