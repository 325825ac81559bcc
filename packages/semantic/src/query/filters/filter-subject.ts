import { type Dimension, type Measure, filteredType, isNumberText, isText } from '../../model/index.ts';
import { type Binder, report, warn, addProblems } from '../binder.ts';
import { filterText } from './filter-text.ts';
import type { QueryFilter, QueryConstant } from '../query.ts';
import type { Expression } from '../expression.ts';
import { badDate } from '../dates/date-range.ts';
import { type DatePoint, isInCalendar, parseDate, startInstant, utc } from '../../time/index.ts';

export type MemberQueryFilter = QueryFilter & { readonly kind: 'member' };

/** A filter on one member, with everything needed to build its condition. */
export interface FilterSubject {
  readonly filter: MemberQueryFilter;
  readonly member: Dimension | Measure;
  readonly operand: Expression;
  /** Values as given; empty when absent. */
  readonly values: readonly (string | null)[];
  /** Path in the request: `filters[0]`. */
  readonly path: string;
}

export function filterSubject(filter: MemberQueryFilter, member: Dimension | Measure, path: string): FilterSubject {
  const operand: Expression = { kind: member.kind, member: member.id };
  return { filter, member, operand, values: filter.values ?? [], path };
}

export function reportUnsupported(binder: Binder, { filter, path }: FilterSubject, hint: string): undefined {
  const params = { operator: filter.operator, filter: filterText(filter) };
  return report(binder, 'query.operator-not-supported', params, `${path}.operator`, hint);
}

/** Warns when an operator ignores values. */
export function warnOfUnused(binder: Binder, { filter, values, path }: FilterSubject, used: number): void {
  if (values.length <= used) return;
  const params = { operator: filter.operator, used, given: values.length };
  warn(binder, 'query.values-ignored', params, `${path}.values`);
}

export function holdsNull({ values }: FilterSubject): boolean {
  return values.includes(null);
}

/** The values that are not NULL, each with its path in the request. */
export function givenValues({
  values,
  path,
}: FilterSubject): readonly { readonly text: string; readonly path: string }[] {
  return values.flatMap((text, index) => (text === null ? [] : [{ text, path: `${path}.values[${index}]` }]));
}

interface GivenText {
  readonly text: string;
  readonly path: string;
}

/**
 * Reads a text as a constant of the member's type. Numbers keep their digits. A time is the stored instant: nothing is
 * padded to a day, and text without a zone is UTC.
 */
export function typedValue(
  binder: Binder,
  { member }: FilterSubject,
  { text, path }: GivenText,
): QueryConstant | undefined {
  const type = filteredType(member);
  const params = { value: text, member: member.id, type };
  switch (type) {
    case 'string':
      return isText(text) ? { type: 'string', text } : report(binder, 'query.bad-text', { member: member.id }, path);
    case 'number':
      return isNumberText(text) ? { type: 'number', text } : report(binder, 'query.bad-value', params, path);
    case 'boolean':
      return text === 'true' || text === 'false'
        ? { type: 'boolean', isTrue: text === 'true' }
        : report(binder, 'query.bad-value', params, path, "A boolean is 'true' or 'false'");
    case 'time': {
      const point = readDate(binder, { text, path });
      return point && { type: 'time', instant: startInstant(point, utc) };
    }
  }
}

export function readDate(binder: Binder, { text, path }: GivenText): DatePoint | undefined {
  const point = parseDate(text);
  if (point && isInCalendar(point, binder.now.zone)) return point;
  addProblems(binder.findings, [badDate(text, path)]);
  return undefined;
}
