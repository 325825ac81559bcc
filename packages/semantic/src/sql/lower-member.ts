import {
  bucketRule,
  type CaseLabel,
  type CubeName,
  cubeOf,
  type Dimension,
  type DimensionExpression,
  type Fragment,
  type FragmentPart,
  type Granularity,
  isOfUnknownType,
  isTimeText,
  shownAs,
  type MeasureExpression,
  type MemberId,
  type ModelIndex,
  requireCube,
  requireMember,
  type RowValue,
  type StoredForm,
  settleGranularity,
} from '../model/index.ts';
import {
  type ContextValues,
  holdsLocalTime,
  type InstantSpan,
  type MaskTest,
  referredGranularity,
  resolveAlias,
} from '../plan/index.ts';
import { lowerCall } from './lower-call.ts';
import { lowerConstant } from './lower-constant.ts';
import { lowerContextPart } from './lower-context.ts';
import { utc, type Zone } from '../time/index.ts';
import { lowerCondition, lowerValue } from './lower-condition.ts';
import type { RowScope } from './row-scope.ts';
import type { Dialect } from './dialect.ts';
import { lowerText } from './lower-text.ts';
import { all, cast, fragment, type Sql } from './sql.ts';

/** Context in which the SQL of members is lowered. */
export interface MemberContext {
  readonly model: ModelIndex;
  readonly dialect: Dialect;
  readonly scope: RowScope;
  readonly zone: Zone;
  /** Time zone of row rules, and of the conditions of masks. */
  readonly ruleZone: Zone;
  readonly year: number;
  /** Returns the column that replaces a dimension here; without one, the dimension is read from its cube. */
  readonly standIn?: (dimension: MemberId, granularity: string | undefined) => Sql | undefined;
  readonly request: ContextValues;
  readonly maskTests: readonly MaskTest[];
  /** Arguments of a function of the author. */
  readonly arguments?: readonly Sql[];
}

/** Lowers a dimension as queries compare it. An author's SQL refers to the stored value instead. */
export function lowerDimensionValue(context: MemberContext, id: MemberId): Sql {
  const { type } = resolveAlias(context.model, id, 'dimension').member;
  const value = lowerTyped(context, id);
  // A probe reads values of any type as numbers, and asks for the types of texts.
  const isStored = context.request.isProbe && (type === 'number' || type === 'string');
  return isStored ? value : context.dialect.dimensionValue(value, type);
}

/**
 * Lowers a dimension in the type that the model declares: times that are stored as texts become times, and what a text
 * stands for becomes a text.
 */
function lowerTyped(context: MemberContext, id: MemberId): Sql {
  const { member } = resolveAlias(context.model, id, 'dimension');
  const as = context.standIn?.(member.id, undefined) ? undefined : shownAs(context.model, member.id);
  const operand = lowerDimension(context, id);
  if (isTimeText(context.model, member.id)) return { kind: 'time-of-text', operand };
  if (member.type === 'time' && isOfUnknownType(context.model, member.id))
    return context.dialect.timeOfUnknown(operand);
  const isChosen = operand.kind === 'chosen-number'; // its branches are doubles
  return as && !isChosen ? asShown(operand, as) : operand;
}

function asShown(operand: Sql, as: StoredForm): Sql {
  return operand.kind === 'shown-value' && operand.as === as ? operand : { kind: 'shown-value', operand, as };
}

/** Lowers SQL as its value is shown, where it is nothing but a dimension. */
export function lowerShownValue(
  context: MemberContext,
  sql: Fragment,
  measure: (id: MemberId) => Sql = refuseMeasure,
): Sql {
  const dimension = soleDimension(context.model, sql);
  return dimension === undefined ? lowerFragment(context, sql, measure) : lowerTyped(context, dimension);
}

/** Lowers SQL as its value is stored, where it is nothing but a dimension. */
export function lowerStoredValue(context: MemberContext, sql: Fragment): Sql {
  const dimension = soleDimension(context.model, sql);
  return dimension === undefined ? lowerFragment(context, sql) : lowerDimension(context, dimension);
}

/** The dimension that SQL is nothing but. Times are left out: they have forms of their own. */
export function soleDimension(model: ModelIndex, { parts: [only, ...others] }: Fragment): MemberId | undefined {
  if (only?.kind !== 'member' || others.length > 0 || only.granularity !== undefined || only.moved) return undefined;
  const found = requireMember(model, only.member);
  return found.kind === 'dimension' && found.type !== 'time' ? only.member : undefined;
}

/** The stored value of a dimension in the rows of the scope. */
function lowerDimension(context: MemberContext, id: MemberId): Sql {
  const { member } = resolveAlias(context.model, id, 'dimension');
  const column = context.standIn?.(member.id, undefined);
  if (column) return column;
  const { expression } = member;
  switch (expression.kind) {
    case 'sql':
    case 'case':
    case 'choice':
      return lowerRowValue(context, member, expression);
    case 'composed':
      return lowerText(expression, context.dialect, (sql) => lowerShownValue(context, sql));
    case 'sub-query':
      return whereItsRowIs(
        context,
        member.id,
        lowerFragment(context, expression.sql, (measure) => lookedUp(context, member.id, measure)),
      );
    case 'stage':
      return whereItsRowIs(
        context,
        member.id,
        lowerRowValue(context, member, expression.value, (measure) => lookedUp(context, member.id, measure)),
      );
    case 'switch':
      throw new Error(`the switch '${id}' is read where rows are`);
    case 'alias':
      throw new Error(`the alias '${id}' was not resolved`);
  }
}

function lookedUp(context: MemberContext, dimension: MemberId, measure: MemberId): Sql {
  const found = context.scope.lookups.get(dimension)?.measures.get(measure);
  if (!found) throw new Error(`the measures of '${dimension}' are not joined where it is read`);
  return found;
}

function whereItsRowIs(context: MemberContext, dimension: MemberId, value: Sql): Sql {
  const isNeeded = context.scope.lookups.get(dimension)?.needsRow;
  const condition = isNeeded ? isMatched(context, cubeOf(dimension)) : undefined;
  return condition ? { kind: 'case', when: [{ condition, value }] } : value;
}

function lowerRowValue(
  context: MemberContext,
  member: Dimension,
  value: RowValue,
  measure: (id: MemberId) => Sql = refuseMeasure,
): Sql {
  switch (value.kind) {
    case 'sql':
      return lowerFragment(context, value.sql, measure);
    case 'case':
      return {
        kind: member.type === 'number' ? 'chosen-number' : 'case',
        when: value.when.map(({ condition, label }) => ({
          condition: lowerFragment(context, condition, measure),
          value: lowerLabel(context, member, label, measure),
        })),
        ...(value.otherwise ? { otherwise: lowerLabel(context, member, value.otherwise, measure) } : {}),
      };
    case 'choice': {
      const on = lowerShownValue(context, value.on, measure);
      const branch = (sql: Fragment) => asBranch(context, member, lowerFragment(context, sql, measure));
      return {
        kind: member.type === 'number' ? 'chosen-number' : 'case',
        when: value.when.map((one) => ({
          condition: {
            kind: 'one-of',
            operand: one.value.type === 'string' ? cast(on, 'string') : on,
            values: [lowerValue(one.value)],
            isNegated: false,
          },
          value: branch(one.sql),
        })),
        ...(value.otherwise ? { otherwise: branch(value.otherwise) } : {}),
      };
    }
  }
}

/**
 * Lowers the value of a branch. A number of four bytes next to others would take their digits, so each branch becomes a
 * double before one is chosen.
 */
function asBranch({ model }: MemberContext, { id, type }: Dimension, value: Sql): Sql {
  return type === 'number' && shownAs(model, id) === 'double' ? asShown(value, 'double') : value;
}

function lowerLabel(context: MemberContext, member: Dimension, label: CaseLabel, measure: (id: MemberId) => Sql): Sql {
  if (label.kind === 'sql') {
    if (member.type === 'string') return lowerShownValue(context, label.sql, measure);
    return asBranch(context, member, lowerFragment(context, label.sql, measure));
  }
  return member.type === 'number'
    ? { kind: 'parameter', type: 'number', text: label.text }
    : { kind: 'parameter', type: 'string', text: label.text };
}

export function lowerSegment(context: MemberContext, id: MemberId): Sql {
  const { expression } = resolveAlias(context.model, id, 'segment').member;
  if (expression.kind === 'alias') throw new Error(`the alias '${id}' was not resolved`);
  return lowerFragment(context, expression.sql);
}

/** Author's text with what its references stand for. `measure` says what a measure is where the text stands. */
export function lowerFragment(
  context: MemberContext,
  source: Fragment,
  measure: (id: MemberId) => Sql = refuseMeasure,
): Sql {
  const [only, ...others] = source.parts;
  if (only?.kind === 'member' && others.length === 0) return lowerReference(context, only, measure);
  return fragment(
    ...source.parts.map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text;
        case 'cube':
          return { kind: 'table' as const, alias: aliasOf(context, part.cube) };
        case 'source':
          return lowerSourceSelect(context, part.cube);
        case 'member': {
          const value = lowerReference(context, part, measure);
          return isSum(context.model, part.member) ? { kind: 'sum-in-sql' as const, operand: value } : value;
        }
        case 'constant':
          return lowerConstant(part, context.dialect.absent);
        case 'call':
          return lowerCall(
            part.function,
            part.arguments.map(({ sql }) => lowerFragment(context, sql, measure)),
            part.type,
            part.arguments.map(({ type }) => type),
          );
        case 'mask-test':
          return lowerMaskTest(context, part.of);
        case 'mask-choice':
          return {
            kind: part.isOfNumbers ? ('chosen-number' as const) : ('chosen-value' as const),
            when: [
              {
                condition: lowerFragment(context, part.test, measure),
                value: lowerFragment(context, part.real, measure),
              },
            ],
            otherwise: lowerFragment(context, part.instead, measure),
          };
        case 'filter-params':
        case 'security-filter':
        case 'convert-zone':
        case 'argument':
          return lowerContextPart(context, part, (inner, values) =>
            lowerFragment({ ...context, ...(values ? { arguments: values } : {}) }, inner, measure),
          );
      }
    }),
  );
}

/** Lowers the test that shows a masked member, on real values of rows or of the groups that replace them. */
function lowerMaskTest(around: MemberContext, member: MemberId): Sql {
  const context = { ...around, zone: around.ruleZone };
  const test = context.maskTests.find((one) => one.member === member)?.test;
  if (!test) throw new Error(`nothing tells which rows show '${member}'`);
  return lowerCondition(
    {
      operand: (expression) => {
        if (expression.kind !== 'dimension')
          throw new Error(`a mask depends on an expression of kind ${expression.kind}`);
        return lowerDimensionValue(context, expression.member);
      },
      endOfTime: context.dialect.endOfTime,
      segment: (condition) => lowerSegment(context, condition.member),
      measureFilters: (condition) => lowerMeasureFilters(context, condition.member),
    },
    test,
  );
}

function lowerReference(
  context: MemberContext,
  part: Extract<FragmentPart, { kind: 'member' }>,
  measure: (id: MemberId) => Sql,
): Sql {
  const { kind } = requireMember(context.model, part.member);
  switch (kind) {
    case 'measure':
      return measure(part.member);
    case 'segment':
      return part.isShown ? lowerShown(context, part.member) : lowerSegment(context, part.member);
    case 'dimension': {
      const stored = resolveAlias(context.model, part.member, 'dimension').member.id;
      const column = part.granularity && context.standIn?.(stored, part.granularity);
      if (column) return column;
      if (part.isShown && part.granularity === undefined) return lowerShown(context, part.member);
      const isTime = part.granularity !== undefined || part.moved !== undefined;
      // Beside others, a number of four bytes would take their digits, or show other digits than its own.
      const isTyped = isTime || shownAs(context.model, stored) === 'double';
      const own = isTyped ? lowerTyped(context, part.member) : lowerDimension(context, part.member);
      const operand: Sql = part.moved
        ? { kind: 'add-interval', operand: own, interval: part.moved, count: { kind: 'integer', value: 1 } }
        : own;
      if (part.granularity === undefined) return operand;
      // A time that is local already must not be converted again.
      const zone = holdsLocalTime(context.model, part.member) ? utc : context.zone;
      return lowerBucket(context, operand, referredGranularity(context.model, part), zone);
    }
  }
}

/** Lowers a dimension as a query shows it: a time on the clock of the query's zone. */
function lowerShown(context: MemberContext, id: MemberId): Sql {
  const operand = lowerDimensionValue(context, id);
  if (resolveAlias(context.model, id, 'dimension').member.type !== 'time') return operand;
  return { kind: 'local-time', operand, zone: holdsLocalTime(context.model, id) ? utc : context.zone };
}

/** @param operand stored instants, or readings in UTC */
export function lowerBucket(
  context: MemberContext,
  operand: Sql,
  granularity: Granularity,
  zone: Zone,
  span?: InstantSpan,
): Sql {
  const settled = settleGranularity(granularity, context);
  if (typeof settled !== 'string' && settled.buckets.kind === 'sql') {
    return cast(context.dialect.timeOfUnknown(lowerFragment(context, settled.buckets.sql)), 'timestamp');
  }
  const rule = typeof settled === 'string' ? settled : bucketRule(settled);
  if (!rule) throw new Error('a granularity without SQL has a rule');
  return { kind: 'bucket', operand, granularity: rule, zone, ...(span ? { span } : {}) };
}

function refuseMeasure(id: MemberId): never {
  throw new Error(`the measure '${id}' is read where rows are`);
}

function aliasOf(context: MemberContext, cube: CubeName): string {
  const alias = context.scope.aliases.get(cube);
  if (alias === undefined) throw new Error(`the cube '${cube}' is not joined where it is read`);
  return alias;
}

/** A cube's rows as author's SQL: a table name or a SELECT. */
export function lowerSource(context: MemberContext, cube: CubeName): { readonly sql: Sql; readonly isSelect: boolean } {
  const { source } = requireCube(context.model, cube);
  return source.kind === 'table'
    ? { sql: lowerFragment(context, source.table), isSelect: false }
    : { sql: lowerFragment(context, source.sql), isSelect: true };
}

function lowerSourceSelect(context: MemberContext, cube: CubeName): Sql {
  const { sql, isSelect } = lowerSource(context, cube);
  return isSelect ? sql : fragment('SELECT * FROM ', sql);
}

/** The primary key of a cube's row, as columns. */
export function lowerKey(context: MemberContext, cube: CubeName): readonly Sql[] {
  return requireCube(context.model, cube).primaryKey.map((member) => lowerDimensionValue(context, member));
}

/** A value that is present in the rows in which the cube took part in the join: a part of its key as it is stored. */
export function presentValue(context: MemberContext, cube: CubeName): Sql | undefined {
  const [first] = requireCube(context.model, cube).primaryKey;
  if (first === undefined) return undefined;
  const { member } = resolveAlias(context.model, first, 'dimension');
  const isCast = member.type === 'string' && shownAs(context.model, member.id) !== undefined;
  return isCast ? lowerDimension(context, first) : lowerDimensionValue(context, first);
}

/** True for rows in which the cube took part in the join. */
export function isMatched(context: MemberContext, cube: CubeName): Sql | undefined {
  const first = presentValue(context, cube);
  return first && { kind: 'null-test', operand: first, isNegated: true };
}

/** The row filters of a measure, as one condition. */
export function lowerMeasureFilters(context: MemberContext, id: MemberId): Sql {
  const { expression } = resolveAlias(context.model, id, 'measure').member;
  if (expression.kind === 'alias') throw new Error(`the alias '${id}' was not resolved`);
  return all(expression.filters.map((filter) => lowerFragment(context, filter)));
}

/** Whether a member is a sum as the aggregate gives it, in one of its branches at least: nothing was computed with it. */
function isSum(model: ModelIndex, id: MemberId): boolean {
  const { kind } = requireMember(model, id);
  if (kind === 'segment') return false;
  const { expression } = resolveAlias(model, id, kind).member;
  const isMade =
    (expression.kind === 'aggregate' && expression.function === 'sum') ||
    (expression.kind === 'stage' && 'makes' in expression && expression.makes === 'sum');
  return isMade || valuesOf(expression).some((sql) => isOnlySum(model, sql));
}

function isOnlySum(model: ModelIndex, { parts: [only, ...others] }: Fragment): boolean {
  return only?.kind === 'member' && others.length === 0 && isSum(model, only.member);
}

/** The SQL that is the value of a member, in each of its branches. */
function valuesOf(expression: DimensionExpression | MeasureExpression): readonly Fragment[] {
  switch (expression.kind) {
    case 'sql':
    case 'sub-query':
    case 'calculated':
    case 'windowed':
      return [expression.sql];
    case 'case': {
      const labels = [...expression.when.map(({ label }) => label), expression.otherwise];
      return labels.flatMap((label) => (label?.kind === 'sql' ? [label.sql] : []));
    }
    case 'choice':
      return [...expression.when.map(({ sql }) => sql), ...(expression.otherwise ? [expression.otherwise] : [])];
    case 'stage': {
      const { value } = expression;
      if (value?.kind === 'choice')
        return [...value.when.map(({ sql }) => sql), ...(value.otherwise ? [value.otherwise] : [])];
      return value ? valuesOf(value) : [];
    }
    case 'aggregate':
    case 'raw-aggregate':
    case 'switch':
    case 'composed':
    case 'alias':
      return [];
  }
}
