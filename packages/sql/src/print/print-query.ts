import {
  type BoundQuery,
  type Condition,
  type CubeName,
  cubeOf,
  hasRowValue,
  type MemberId,
  membersOf,
  membersOfFilter,
  type ModelIndex,
  nameOfGranularity,
  type Output,
  testsIn,
} from '@orrery/semantic';
import { readsOtherTimes } from '../blocks/index.ts';
import { type Aliases, aliasesOf } from './aliases.ts';
import { printAlias, printName, printText } from './name.ts';
import { type ConditionPrinter, printCondition } from './print-condition.ts';
import { type FieldCondition, printDimension, printFieldCondition } from './print-field-condition.ts';
import { printFrom } from './print-from.ts';
import { printPhrase } from './print-phrase.ts';
import { printAfter, printCivil } from './print-time.ts';
import { refuseForm } from './refuse.ts';

/** A column that is computed from the columns of a query, by the names that they have: one expression over them. */
interface ComputedField {
  readonly name: string;
  readonly sql: string;
}

/**
 * A column that aggregates a dimension, or the buckets of a time as `orders.created_at.month`, in each group. Sums of
 * dimensions are none of them: a join repeats their values, and they say the same however often.
 */
interface AggregateField {
  readonly name: string;
  readonly aggregate: 'count_distinct' | 'min' | 'max';
  readonly of: string;
}

/** A measure of the rows whose dimensions, or buckets of times, have some values. */
interface FilteredField {
  readonly name: string;
  readonly of: string;
  readonly where: readonly FieldCondition[];
}

export type CalculatedField = ComputedField | AggregateField | FilteredField;

export interface PrintOptions {
  readonly aliases?: Aliases | undefined;
  /** Words of the date ranges of the query, in their order, where these stay words. */
  readonly phrases?: readonly (string | undefined)[];
  /** Whether the statement asks for all rows, whatever the limit of the query; in the order that it has with one. */
  readonly omitsLimit?: boolean;
  readonly calculated?: {
    readonly fields: readonly CalculatedField[];
    /** The order by members and calculated fields; members are those of the order of the query, one after the other. */
    readonly order: readonly ('member' | { readonly field: string; readonly isDescending: boolean })[];
  };
}

/**
 * Prints a query as a statement of SQL over the model, which returns the same rows in the same order and is parsed as
 * the same query. It is made from the bound query: names as the model has them, ranges as days and times of the query's
 * zone, the order that applies. Rows that the order leaves equal are ordered by the remaining dimensions where rows are
 * cut off. Conditions of policies and views are left out, since they are added to the statement as well.
 *
 * Calculated fields are computed over all groups, in a SELECT around the query: rows are ordered, passed over and
 * limited after them.
 *
 * @throws StatementRefused, which names the part that no statement can express
 */
export function printQuery(
  query: BoundQuery,
  model: ModelIndex,
  { aliases = 'members', phrases = [], omitsLimit = false, calculated }: PrintOptions = {},
): string {
  if (query.fill !== undefined) refuseForm('fillMissing', 'Ask for the query without it');
  const defaults = new Set(query.defaultFilters);
  const rowFilters = query.rowFilters.filter((one) => !defaults.has(one));
  const groupFilters = query.groupFilters.filter((one) => !defaults.has(one));
  refuseWindows(query, rowFilters, model);
  const aggregates = (calculated?.fields ?? []).filter((field) => 'of' in field);
  const pieces = piecesOf(query, [...rowFilters, ...groupFilters], aggregates);
  const isOne = new Set([...pieces, ...query.joinHints.flat()]).size === 1;
  const columnOf = (member: MemberId) => {
    const cube = cubeOf(member);
    const name = printName(member.slice(cube.length + 1));
    return isOne ? name : `${printName(cube)}.${name}`;
  };
  const printer: ConditionPrinter = {
    model,
    zone: query.zone,
    ranged: rangedBy(rowFilters),
    nameOf: (member) =>
      model.members.get(member)?.kind === 'measure' ? `MEASURE(${columnOf(member)})` : columnOf(member),
  };
  const aliasOf = aliasesOf(query, aliases);
  const columns = query.outputs.map(
    (output) => `${printOutput(output, query.isUngrouped, printer, columnOf)} AS ${printAlias(aliasOf(output.name))}`,
  );
  const aggregated = aggregates.map((field) => `${printInGroups(field, model, columnOf)} AS ${printAlias(field.name)}`);
  const keys = query.outputs.flatMap(({ role }, index) => (role === 'measure' ? [] : [String(index + 1)]));
  const groups = [
    `SELECT ${[...columns, ...aggregated].join(', ')}`,
    `FROM ${printFrom(pieces, query.joinHints)}`,
    ...clause('WHERE', printRows(rowFilters, query, printer, phrases), ' AND '),
    ...clause('GROUP BY', query.isUngrouped ? [] : keys, ', '),
    ...clause(
      'HAVING',
      groupFilters.map((one) => printCondition(one, printer)),
      ' AND ',
    ),
  ];
  return [
    ...printCalculated(
      groups,
      (calculated?.fields ?? []).filter((field) => 'sql' in field),
    ),
    ...clause('ORDER BY', printOrder(query, calculated), ', '),
    ...(query.limit === undefined || omitsLimit ? [] : [`LIMIT ${query.limit}`]),
    ...(query.offset === 0 ? [] : [`OFFSET ${query.offset}`]),
  ].join('\n');
}

/** Fields stand in parentheses and end with their line, so that a comment in one ends there. */
function printCalculated(groups: readonly string[], fields: readonly ComputedField[]): readonly string[] {
  if (fields.length === 0) return groups;
  const computed = fields.map(({ name, sql }) => {
    const text = sql.trim();
    return `  (${text}${text.includes('--') ? '\n  ' : ''}) AS ${printAlias(name)}`;
  });
  return [`SELECT *,\n${computed.join(',\n')}`, 'FROM (', ...groups.map((line) => `  ${line}`), ') AS q'];
}

function printInGroups(
  field: AggregateField | FilteredField,
  model: ModelIndex,
  columnOf: (member: MemberId) => string,
): string {
  if ('where' in field) {
    const conditions = field.where.map((condition) => printFieldCondition(condition, model, columnOf));
    return `MEASURE(${columnOf(field.of as MemberId)}) FILTER (WHERE ${conditions.join(' AND ')})`; // as requests name it
  }
  const { aggregate, of } = field;
  const value = printDimension(of, columnOf);
  return aggregate === 'count_distinct' ? `COUNT(DISTINCT ${value})` : `${aggregate.toUpperCase()}(${value})`;
}

/** Filters of times would leave out rows that windows read, unless they are date ranges. */
function refuseWindows({ outputs, ...query }: BoundQuery, filters: readonly Condition[], model: ModelIndex): void {
  const isOfTime = (member: MemberId) => {
    const found = model.members.get(member);
    return found?.kind === 'dimension' && found.type === 'time';
  };
  if (!filters.some((one) => !isPeriod(one) && membersOfFilter(one).some(isOfTime))) return;
  const shown = outputs.flatMap(({ expression }) => membersOf(expression));
  const rolling = [...shown, ...query.groupFilters.flatMap(membersOfFilter)].find((one) => readsOtherTimes(model, one));
  if (rolling !== undefined)
    refuseForm(`A filter of times beside '${rolling}', which reads other rows than are shown,`);
}

function clause(words: string, parts: readonly string[], between: string): readonly string[] {
  return parts.length === 0 ? [] : [`${words} ${parts.join(between)}`];
}

/** Cubes and views that the query names, in the order in which it does. */
export function piecesOf(
  { outputs }: BoundQuery,
  filters: readonly Condition[],
  aggregates: readonly (AggregateField | FilteredField)[] = [],
): readonly CubeName[] {
  const members = [...outputs.flatMap(({ expression }) => membersOf(expression)), ...filters.flatMap(membersOfFilter)];
  const named = aggregates.flatMap((field) => [
    field.of,
    ...('where' in field ? field.where.map(({ dimension }) => dimension) : []),
  ]);
  const aggregated = named.map((name) => cubeOf(name as MemberId)); // by its first part
  return [...new Set([...members.map(cubeOf), ...aggregated])];
}

function printOutput(
  { expression, name }: Output,
  isUngrouped: boolean,
  { nameOf, model }: ConditionPrinter,
  columnOf: (member: MemberId) => string,
): string {
  const shown = 'member' in expression ? nameOfMember(expression) : undefined;
  if (shown !== name) return refuseForm(`The expression '${name}'`);
  switch (expression.kind) {
    case 'dimension':
      return columnOf(expression.member);
    case 'measure':
      if (!isUngrouped) return nameOf(expression.member);
      if (!hasRowValue(model, expression.member)) refuseForm(`The measure '${name}' of a single row`);
      return columnOf(expression.member);
    case 'bucket':
      return `DATE_TRUNC(${printText(nameOfGranularity(expression.granularity))}, ${columnOf(expression.member)})`;
    default:
      return refuseForm(`The expression '${name}'`);
  }
}

/** The name of a column that has no name of its own. */
function nameOfMember(expression: Extract<Output['expression'], { readonly member: MemberId }>): string {
  return expression.kind === 'bucket'
    ? `${expression.member}.${nameOfGranularity(expression.granularity)}`
    : expression.member;
}

type RangeCondition = Extract<Condition, { readonly kind: 'range' }>;

function isPeriod(condition: Condition): condition is RangeCondition {
  return condition.kind === 'range' && condition.isPeriod === true;
}

/** Times that a date range limits, or several filters. */
function rangedBy(filters: readonly Condition[]): ReadonlySet<MemberId> {
  const ranges = filters.flatMap(testsIn).filter((one) => one.kind === 'range');
  const counts = new Map<MemberId, number>();
  for (const range of ranges) {
    if (!('member' in range.operand)) continue;
    const { member } = range.operand;
    counts.set(member, (counts.get(member) ?? 0) + (isPeriod(range) ? 2 : 1));
  }
  return new Set([...counts].flatMap(([member, count]) => (count > 1 ? [member] : [])));
}

function printRows(
  filters: readonly Condition[],
  { dateRanges }: BoundQuery,
  printer: ConditionPrinter,
  phrases: readonly (string | undefined)[],
) {
  const periods = filters.filter(isPeriod);
  const ranges = dateRanges.filter((range) => range !== null);
  const tested = new Set<string>();
  return filters.map((filter) => {
    if (!isPeriod(filter)) return printCondition(filter, printer);
    const at = periods.indexOf(filter);
    const range = ranges[at];
    if (!range || !('member' in filter.operand)) throw new Error('a date range is of a time dimension');
    const { member } = filter.operand;
    if (tested.has(member)) refuseForm(`A second date range of '${member}'`, 'Use the operator inDateRange');
    tested.add(member);
    if (range.from > range.to) refuseForm(`A date range of '${member}' that ends before it begins`);
    const name = printer.nameOf(member);
    const words = phrases[at];
    const { from, to } = words === undefined ? {} : printPhrase(words);
    return `${name} >= ${from ?? printCivil(range.from)} AND ${name} < ${to ?? printAfter(range.to)}`;
  });
}

/** Values that are NULL stand last in every order of the JSON API. */
function printOrder(
  { order, outputs, limit, offset }: BoundQuery,
  calculated: PrintOptions['calculated'],
): readonly string[] {
  const printed = (position: number, isDescending: boolean) => `${position}${isDescending ? ' DESC NULLS LAST' : ''}`;
  const fields = calculated?.fields ?? [];
  const columnsCalculated = [...fields.filter((field) => 'of' in field), ...fields.filter((field) => 'sql' in field)];
  const ofMembers = order.map(({ output, isDescending }) => printed(output + 1, isDescending));
  const mixed = (calculated?.order ?? []).map((each) => {
    if (each === 'member') return ofMembers.shift();
    const at = columnsCalculated.findIndex(({ name }) => name === each.field);
    return at < 0 ? undefined : printed(outputs.length + at + 1, each.isDescending);
  });
  const asked = [...mixed, ...ofMembers].filter((each) => each !== undefined);
  if (asked.length === 0 || (limit === undefined && offset === 0)) return asked;
  const known = new Set(order.map(({ output }) => output));
  const rest = outputs.flatMap(({ role }, index) => (role === 'measure' || known.has(index) ? [] : [`${index + 1}`]));
  return [...asked, ...rest];
}
