import {
  type Condition,
  holdsLocalTime,
  type MemberId,
  type ModelIndex,
  utc,
  type QueryConstant,
  type Zone,
} from '@orrery/semantic';
import { printText } from './name.ts';
import { printInstant } from './print-time.ts';
import { refuseForm } from './refuse.ts';

export interface ConditionPrinter {
  readonly model: ModelIndex;
  readonly zone: Zone;
  /** Times that the query limits several times, or by a date range. */
  readonly ranged: ReadonlySet<MemberId>;
  /** SQL of a member. */
  nameOf(member: MemberId): string;
}

/** A condition with the meaning that PostgreSQL gives to it, to be joined with AND. */
export function printCondition(condition: Condition, printer: ConditionPrinter): string {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((one) => printCondition(one, printer));
      return `(${parts.join(condition.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'segment':
      return `${printer.nameOf(condition.member)} IS TRUE`;
    case 'measure-filters':
      return refuseForm('The operator measureFilter');
    case 'true':
      return refuseForm('A filter over an expression');
    case 'rule':
      throw new Error('rules are no part of what a query asks');
    case 'null':
      return `${operandOf(condition, printer)} IS ${condition.isNegated ? 'NOT ' : ''}NULL`;
    case 'one-of':
      return printEquality(condition, printer);
    case 'text':
      return printMatch(condition, printer);
    case 'compare':
      return `${operandOf(condition, printer)} ${condition.operator} ${printValue(condition.value)}`;
    case 'range':
      return printRange(condition, printer);
  }
}

type PrintedTest<Kind extends Condition['kind']> = Extract<Condition, { readonly kind: Kind }>;

function operandOf(
  { operand }: PrintedTest<'null' | 'one-of' | 'text' | 'compare' | 'range'>,
  printer: ConditionPrinter,
) {
  if (operand.kind === 'dimension' || operand.kind === 'measure') return printer.nameOf(operand.member);
  return refuseForm(operand.kind === 'per-entity' ? 'A filter with "per"' : 'A filter over an expression');
}

function printEquality(condition: PrintedTest<'one-of'>, printer: ConditionPrinter): string {
  const { values, isNegated, keepsNull } = condition;
  const operand = operandOf(condition, printer);
  const [first, ...others] = values.map(printValue);
  if (others.length === 0) {
    if (isNegated) return `${operand} ${keepsNull ? 'IS DISTINCT FROM' : '<>'} ${first}`;
    return orNull(`${operand} = ${first}`, operand, keepsNull);
  }
  return orNull(`${operand} ${isNegated ? 'NOT IN' : 'IN'} (${[first, ...others].join(', ')})`, operand, keepsNull);
}

function orNull(test: string, operand: string, keepsNull: boolean): string {
  return keepsNull ? `(${test} OR ${operand} IS NULL)` : test;
}

function printMatch(condition: PrintedTest<'text'>, printer: ConditionPrinter): string {
  const { match, values, isNegated, keepsNull } = condition;
  const operand = operandOf(condition, printer);
  const [before, after] = [match === 'starts-with' ? '' : '%', match === 'ends-with' ? '' : '%'];
  const patterns = values.map((value) => {
    if (value === '') refuseForm('A search for an empty text');
    return printText(`${before}${value.replaceAll(/[\\%_]/g, String.raw`\$&`)}${after}`);
  });
  const [only, ...others] = patterns;
  if (others.length === 0) return orNull(`${operand} ${isNegated ? 'NOT ' : ''}ILIKE ${only}`, operand, keepsNull);
  const tests = patterns.map((pattern) => `${operand} ILIKE ${pattern}`).join(' OR ');
  if (isNegated) return orNull(`NOT (${tests})`, operand, keepsNull);
  return `(${tests}${keepsNull ? ` OR ${operand} IS NULL` : ''})`;
}

/** `t >= A AND t < B` would be the date range of the query, so that a filter says it with NOT. */
function printRange(condition: PrintedTest<'range'>, printer: ConditionPrinter): string {
  const { operand, from, to, isNegated } = condition;
  if (operand.kind === 'measure') return refuseForm(`A filter of times over the measure '${operand.member}'`);
  const name = operandOf(condition, printer);
  const { zone, model } = printer;
  if (condition.isOfValues && zone !== utc && 'member' in operand && holdsLocalTime(model, operand.member)) {
    refuseForm(`A comparison of values of '${operand.member}', which no zone converts,`, 'Use afterDate or beforeDate');
  }
  const isOneSided = from === undefined || to === undefined;
  const before = from === undefined ? [] : [`${name} < ${printInstant(from, zone, 'from')}`];
  const after = to === undefined ? [] : [`${name} >= ${printInstant(to, zone, isOneSided ? 'from' : 'to')}`];
  const outside = [...before, ...after].join(' OR ');
  if (isNegated) return `(${outside})`;
  if (!isOneSided || (operand.kind === 'dimension' && printer.ranged.has(operand.member))) return `NOT (${outside})`;
  return from === undefined
    ? `${name} < ${printInstant(to ?? raise(), zone, 'from')}`
    : `${name} >= ${printInstant(from, zone, 'from')}`;
}

function raise(): never {
  throw new Error('a range has an end');
}

function printValue(value: QueryConstant): string {
  switch (value.type) {
    case 'string':
      return printText(value.text);
    case 'number':
      return value.text;
    case 'boolean':
      return value.isTrue ? 'TRUE' : 'FALSE';
    case 'time':
      return refuseForm('Equality of times', 'Use inDateRange');
  }
}
