import type { Dimension, Measure } from '../../model/index.ts';
import { type Binder, report, warn } from '../binder.ts';
import { filterText } from './filter-text.ts';
import type { QueryFilter } from '../query.ts';
import type { Expression } from '../expression.ts';

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
