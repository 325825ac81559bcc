import { hasRowValue, type MemberId, type ModelIndex, requireMeasure } from '@orrery/semantic';
import { functionsNamed } from '../../functions/index.ts';
import {
  type AggregateCall,
  type Column,
  type ColumnId,
  columnsOf,
  columnsRead,
  type Computed,
  type Relation,
  type Scalar,
  type Shared,
  hasQuery,
} from '../../relation/index.ts';
import { baseColumns } from '../merge/base-columns.ts';
import { type Aggregate, filtered, overInput } from '../merge/over-join.ts';
import { columnScalar, fresh, type Numbers, substitute } from '../part.ts';

interface Around {
  readonly model: ModelIndex;
  readonly numbers: Numbers;
  readonly shared: readonly Shared[];
}

/**
 * Conditions of WHERE below a grouping on measures that single rows have no value of, such as distinct counts and ratios:
 * they test the groups, as HAVING does.
 *
 * @returns undefined without such a condition
 */
export function groupsTested(given: Aggregate, { model, numbers, shared }: Around): Relation | undefined {
  if (given.sets) return undefined;
  const { aggregate, filters, input } = overInput(given);
  const tests = filters.filter((one) => isOfGroups(one, input, model, shared));
  if (tests.length === 0) return undefined;
  const values = new Map<ColumnId, Computed<AggregateCall>>();
  for (const test of tests) {
    for (const id of columnsRead(test)) {
      const column = columnsOf(input).find((one) => one.id === id);
      if (column && !values.has(id)) values.set(id, valueOf(column, fresh(numbers, column)));
    }
  }
  const above = tests.map((test) =>
    substitute(test, (id) => {
      const value = values.get(id);
      return value && columnScalar(value.column);
    }),
  );
  const below = filters.filter((one) => !tests.includes(one));
  const grouped: Relation = {
    ...aggregate,
    input: filtered(input, below),
    calls: [...aggregate.calls, ...values.values()],
  };
  return {
    kind: 'project',
    input: filtered(grouped, above),
    items: [...aggregate.groups, ...aggregate.calls].map(({ column }) => ({
      column,
      expression: columnScalar(column),
    })),
  };
}

/** Whether a condition reads measures alone, and none of which a single row has a value. */
function isOfGroups(condition: Scalar, input: Relation, model: ModelIndex, shared: readonly Shared[]): boolean {
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

function valueOf(column: Column, value: Column): Computed<AggregateCall> {
  const [entry] = functionsNamed('measure');
  if (!entry) throw new Error('MEASURE is a function');
  const call = { function: entry, arguments: [columnScalar(column)], isDistinct: false, order: [] };
  return { column: value, expression: { ...call, type: column.type, position: 0 } };
}
