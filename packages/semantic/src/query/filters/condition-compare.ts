import { type Binder, report } from '../binder.ts';
import { type FilterSubject, givenValues, reportUnsupported, warnOfUnused, typedValue } from './filter-subject.ts';
import type { Instant } from '../../time/index.ts';
import type { Condition } from '../condition.ts';
import type { Expression } from '../expression.ts';

type ComparisonOperator = '<' | '<=' | '>' | '>=';

/** Compares with the first value that is not NULL. Strings compare by code point. */
export function comparison(
  binder: Binder,
  subject: FilterSubject,
  operator: ComparisonOperator,
): Condition | undefined {
  const { member, operand, path } = subject;
  if (member.type === 'boolean') return reportUnsupported(binder, subject, `${member.id} is a boolean; use equals`);
  const [first] = givenValues(subject);
  if (!first) return report(binder, 'query.no-value', {}, `${path}.values`);
  warnOfUnused(binder, subject, 1);
  const value = typedValue(binder, subject, first);
  if (!value) return undefined;
  return value.type === 'time'
    ? stretchOfTime(operand, operator, value.instant)
    : { kind: 'compare', operator, operand, value };
}

/** An instant means its whole millisecond: a value that is not `<=` is `>`, down to the microsecond. */
function stretchOfTime(operand: Expression, operator: ComparisonOperator, instant: Instant): Condition {
  const next = (instant + 1) as Instant;
  switch (operator) {
    case '<':
      return { kind: 'range', operand, to: instant, isNegated: false, isOfValues: true };
    case '<=':
      return { kind: 'range', operand, to: next, isNegated: false, isOfValues: true };
    case '>':
      return { kind: 'range', operand, from: next, isNegated: false, isOfValues: true };
    case '>=':
      return { kind: 'range', operand, from: instant, isNegated: false, isOfValues: true };
  }
}
