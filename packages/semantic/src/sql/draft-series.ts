import type { ColumnId, Plan, SeriesPlan } from '../plan/index.ts';
import { columnOf, type SelectDraft, draftFrom, finish } from './draft.ts';
import { knownNumber, lowerSeriesColumns, mostBuckets, numberFromData, numbersOverData } from './lower-series.ts';
import { type Lowering, newNames, plannedName, type UniqueNames } from './lowering.ts';
import { emptyScope } from './row-scope.ts';
import { all, cast, operator, type SqlRelation, type Sql } from './sql.ts';

type ExtentOfKind<K extends SeriesPlan['extent']['kind']> = Extract<SeriesPlan['extent'], { kind: K }>;

export function knownSeries(plan: SeriesPlan, extent: ExtentOfKind<'known'>, relations: UniqueNames): SelectDraft {
  const alias = relations.take('steps');
  const number = knownNumber(extent, { kind: 'column', table: alias, name: 'n' });
  const columns = seriesColumns(plan, number, (bucket) => bucket);
  return {
    ...draftFrom({ kind: 'numbers', count: extent.count, alias }, emptyScope, columns),
    stage: 'done',
    isReadOnce: true,
  };
}

/** @param input rows whose buckets the series spans */
export function seriesOverData(
  lowering: Lowering,
  plan: SeriesPlan,
  extent: ExtentOfKind<'data'>,
  input: SelectDraft,
  relations: UniqueNames,
): SelectDraft {
  const alias = relations.take('steps');
  const step: Sql = { kind: 'column', table: alias, name: 'n' };
  const ends = (name: 'min' | 'max'): Sql => ({
    kind: 'aggregate',
    function: name,
    operand: columnOf(input, extent.bucket),
    type: 'time',
  });
  const bounds = finish(
    {
      ...input,
      stage: 'groups',
      columns: new Map([
        [extent.first, ends('min')],
        [extent.last, ends('max')],
      ]),
    },
    [extent.first, extent.last],
    plannedName(lowering),
    newNames(lowering),
  );
  const ofBounds = relations.take('bounds');
  const end = (column: ColumnId): Sql =>
    cast({ kind: 'column', table: ofBounds, name: bounds.aliases.get(column) ?? '' }, 'timestamp');
  const from: SqlRelation = {
    kind: 'inner-join',
    left: { kind: 'derived', select: bounds.select, alias: ofBounds },
    right: { kind: 'numbers', count: numbersOverData, alias },
    on: { kind: 'true' },
  };
  const number = numberFromData(plan.rule, end(extent.first), end(extent.last), step);
  // The test of the last bucket stands here too: engines may read a column before they test the row.
  const isTooMany = (bucket: Sql) =>
    all([operator('>', step, { kind: 'integer', value: mostBuckets + 1 }), operator('<=', bucket, end(extent.last))]);
  const message = 'The count of generated date ranges is over limit (50000)';
  const columns = seriesColumns(plan, number, (bucket) => ({
    kind: 'case',
    when: [{ condition: isTooMany(bucket), value: { kind: 'fail', message, beside: step } }],
    otherwise: bucket,
  }));
  const { bucket } = lowerSeriesColumns(plan, number);
  const draft = draftFrom(from, emptyScope, columns);
  const where = [operator('>=', bucket, end(extent.first)), operator('<=', bucket, end(extent.last))];
  return { ...draft, where, stage: 'done', isReadOnce: true };
}

function seriesColumns(
  plan: Extract<Plan, { kind: 'series' }>,
  number: Sql,
  guarded: (bucket: Sql) => Sql,
): ReadonlyMap<ColumnId, Sql> {
  const { bucket, bound } = lowerSeriesColumns(plan, number);
  return new Map([
    [plan.bucket, guarded(bucket)],
    ...plan.bounds.map((one) => [one.column, bound(one.bound)] as const),
  ]);
}
