import type { QueryExpression, QueryFilter, QueryTimeDimension, ValueType } from '@orrery/semantic';
import type { Scale } from '../../functions/index.ts';
import type { SqlType } from '../../types/index.ts';
import { columnsRead, type ColumnId, type Scalar, hasQuery, conjuncts, testedTrue } from '../../relation/index.ts';
import { refuseUnsupported, StatementRefused } from '../../refusal.ts';
import { type BaseColumn, isOfRows, type OpenPart } from '../part.ts';
import { type StatementUser, takeUser } from './asked-user.ts';
import { memberFilter } from './member-filter.ts';
import { takeRanges } from './time-ranges.ts';
import type { TimeSession } from './times/constant-time.ts';
import { narrowYears } from './times/parts-of-year.ts';
import { foldTimes } from './times/time-conditions.ts';

/** Renders an expression as SQL of the source of a block, with members in its holes. */
export interface SourceSql {
  /**
   * @param typeOf type of a column @param hole the member behind it
   * @returns why the source cannot evaluate it to PostgreSQL's meaning
   */
  (
    scalar: Scalar,
    typeOf: (column: ColumnId) => SqlType,
    hole: (column: ColumnId) => QueryExpression,
  ): SourceText | { readonly cannot: string };
}

/** An expression in the SQL of a source. */
interface SourceText {
  readonly parts: readonly (string | QueryExpression)[];
  /** Decimals of a numeric. */
  readonly scale?: Scale;
}

/** The filters of a selection, by where they are tested. */
export interface RowFilters {
  /** Filters that the model tests, with the rows of its sources. */
  readonly inside: readonly QueryFilter[];
  readonly segments: readonly string[];
  readonly timeDimensions: readonly QueryTimeDimension[];
  /** Whether a filter that is no date range tests a time. */
  readonly testsTimes: boolean;
  /** Conditions over base columns, tested above the rows. */
  readonly above: readonly Scalar[];
  /** The user with whose rights the selection runs; absent: the caller. */
  readonly user?: StatementUser;
}

interface FilterOptions {
  readonly sqlOf: SourceSql | undefined;
  /** Whether times are compared by their milliseconds. */
  readonly isOfMilliseconds?: boolean;
  readonly session?: TimeSession | undefined;
}

/** Splits filters into those that the model tests and those that are tested above its rows. */
export function rowFilters(open: OpenPart, { sqlOf, isOfMilliseconds = false, session }: FilterOptions): RowFilters {
  const [inside, segments, above]: [QueryFilter[], string[], Scalar[]] = [[], [], []];
  const { user, rest: written } = takeUser(open.filters.flatMap(conjuncts), open.base);
  const testsTime = (condition: Scalar) => columnsRead(condition).some((id) => isTime(open.base.get(id)));
  const { ranges, rest } = written.some(testsTime)
    ? takeRanges(session ? withFoldedTimes(written, open, session) : written, open.base, isOfMilliseconds)
    : { ranges: [], rest: written };
  for (const filter of rest) {
    const segment = segmentOf(filter, open.base);
    if (segment !== undefined) {
      segments.push(segment);
      continue;
    }
    refuseSpecial(filter, open.base);
    const made =
      memberFilter(filter, { base: open.base, tests: 'dimension', isOfMilliseconds }) ??
      expressionFilter(filter, open.base, sqlOf);
    if (made) inside.push(made);
    else {
      refuseSegment(filter, open.base);
      above.push(filter);
    }
  }
  const testsTimes = rest.some(testsTime);
  return { inside, segments, timeDimensions: ranges, testsTimes, above, ...(user ? { user } : {}) };
}

function isTime(column: BaseColumn | undefined): boolean {
  return column?.role.kind === 'dimension' && column.type.name === 'timestamp';
}

function withFoldedTimes(written: readonly Scalar[], { base }: OpenPart, session: TimeSession): readonly Scalar[] {
  const folded = written.map((one) => foldTimes(one, base, session));
  return narrowYears(folded.flatMap(conjuncts), base, session);
}

/** `completed`, `completed IS TRUE` and `completed = TRUE`. */
function segmentOf(filter: Scalar, base: ReadonlyMap<ColumnId, BaseColumn>): string | undefined {
  const tested = filter.kind === 'column' ? filter : testedTrue(filter);
  const role = tested?.kind === 'column' ? base.get(tested.column)?.role : undefined;
  return role?.kind === 'segment' ? role.member : undefined;
}

function refuseSpecial(filter: Scalar, base: ReadonlyMap<ColumnId, BaseColumn>): void {
  for (const id of columnsRead(filter)) {
    const kind = base.get(id)?.role.kind;
    const position = 'position' in filter ? filter.position : undefined;
    if (kind === 'join')
      refuseUnsupported('sql.join-field', '__cubeJoinField stands in the condition of a join only', position);
  }
}

/** A segment has no value above the rows of its sources. */
function refuseSegment(filter: Scalar, base: ReadonlyMap<ColumnId, BaseColumn>): void {
  const segment = columnsRead(filter).find((id) => base.get(id)?.role.kind === 'segment');
  if (segment === undefined) return;
  if (filter.kind === 'or') {
    throw new StatementRefused({
      kind: 'Rewrite Error',
      code: 'sql.segment',
      message: "Can't use OR operator with segments",
    });
  }
  const name = base.get(segment)?.name ?? '';
  refuseUnsupported(
    'sql.segment',
    `The segment '${name}' is tested by IS TRUE only`,
    'position' in filter ? filter.position : undefined,
  );
}

/** Sees the value that a query shows, and keeps what SQL keeps: only what is true. */
function expressionFilter(
  filter: Scalar,
  base: ReadonlyMap<ColumnId, BaseColumn>,
  sqlOf: SourceSql | undefined,
): QueryFilter | undefined {
  if (!sqlOf || hasQuery(filter)) return undefined;
  if (!isOfRows(filter, base)) return undefined;
  const made = sourceExpression(filter, 'boolean', base, sqlOf);
  return made && { kind: 'expression', expression: made.expression };
}

/** @returns undefined when the source cannot evaluate it */
export function sourceExpression(
  scalar: Scalar,
  type: ValueType,
  base: ReadonlyMap<ColumnId, BaseColumn>,
  sqlOf: SourceSql,
): { readonly expression: QueryExpression; readonly scale?: Scale } | undefined {
  const typeOf = (id: ColumnId): SqlType => base.get(id)?.type ?? { name: 'text' };
  const made = sqlOf(scalar, typeOf, (id) => {
    const role = base.get(id)?.role;
    if (role?.kind === 'dimension') return { kind: 'member', member: role.member };
    if (role?.kind === 'segment') return { kind: 'segment', segment: role.member };
    throw new Error('only dimensions and segments stand in the holes of SQL');
  });
  if ('cannot' in made) return undefined;
  return { expression: { kind: 'sql', parts: made.parts, type }, ...(made.scale ? { scale: made.scale } : {}) };
}
