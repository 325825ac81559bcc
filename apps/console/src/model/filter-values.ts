import type { Filter } from '@orrery/client/data';
import type { MemberKind } from './views.ts';

export type MemberFilter = Extract<Filter, { readonly operator: string }>;

export type Operator = MemberFilter['operator'];
export type MemberFilterValue = NonNullable<MemberFilter['values']>[number];

const presence = ['set', 'notSet'] as const;
const sizes = ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', ...presence] as const;

const operators: Readonly<Record<MemberKind, readonly Operator[]>> = {
  text: [
    ...(['equals', 'notEquals', 'contains', 'notContains'] as const),
    ...(['startsWith', 'notStartsWith', 'endsWith', 'notEndsWith', ...presence] as const),
  ],
  number: sizes,
  measure: sizes,
  boolean: ['equals', 'notEquals', ...presence],
  time: ['inDateRange', 'notInDateRange', 'onTheDate', 'beforeDate', 'afterDate', ...presence],
  segment: [],
};

/** Operators that a filter of a member can have; one that it has already is always among them. */
export function operatorsOf(kind: MemberKind, current?: Operator): readonly Operator[] {
  const all = operators[kind];
  return current === undefined || all.includes(current) ? all : [current, ...all];
}

export function takesValues(operator: Operator): boolean {
  return operator !== 'set' && operator !== 'notSet' && operator !== 'measureFilter';
}

/** Whether a filter may list several values, one of which is enough. */
export function takesSeveral(operator: Operator): boolean {
  return ![
    'gt',
    'gte',
    'lt',
    'lte',
    'onTheDate',
    'beforeDate',
    'beforeOrOnDate',
    'afterDate',
    'afterOrOnDate',
  ].includes(operator);
}

/** Why values cannot be asked for; `undefined`: they can. */
export type ValuesFault = 'none' | 'number';

export function faultOf(
  kind: MemberKind,
  operator: Operator,
  values: readonly MemberFilterValue[],
): ValuesFault | undefined {
  if (!takesValues(operator)) return undefined;
  if (values.length === 0) return 'none';
  const isNumber = kind === 'number' || kind === 'measure';
  const areNumbers = values.every(
    (value) => value === null || /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(String(value)),
  );
  return isNumber && !areNumbers ? 'number' : undefined;
}

/** Values of a pasted text: one a line, or between tabs. */
export function valuesIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\n\r\t]+/).filter((each) => each.trim() !== ''))];
}

/** Makes a filter for a query: it has values only where the operator takes them. */
export function filterOf(member: string, operator: Operator, values: readonly MemberFilterValue[]): MemberFilter {
  return takesValues(operator) ? { member, operator, values } : { member, operator };
}
