import { type Binder, report } from '../binder.ts';
import { dateCondition } from './condition-date.ts';
import { equality } from './condition-equal.ts';
import { textCondition } from './condition-text.ts';
import { type FilterSubject, reportUnsupported, warnOfUnused, givenValues, typedValue } from './filter-subject.ts';
import { filterText } from './filter-text.ts';
import { type FilterOperator, filterOperators } from '../query.ts';
import type { Condition } from '../condition.ts';
import type { Instant } from '../../time/index.ts';
import type { Expression } from '../expression.ts';

/** Builds the condition of a filter by its operator. Returns `undefined` when a problem was reported. */
export function memberCondition(binder: Binder, subject: FilterSubject): Condition | undefined {
  const { filter, values, path } = subject;
  const { operator } = filter;
  // Ignoring an unknown operator would show rows it should hide, so the type alone is not trusted here.
  if (!filterOperators.includes(operator)) {
    return reportUnsupported(binder, subject, `The operators are ${filterOperators.join(', ')}`);
  }
  if (isWithoutValues(operator)) {
    warnOfUnused(binder, subject, 0);
    return conditionWithoutValues(binder, subject, operator);
  }
  if (values.length === 0) return report(binder, 'query.values-required', { filter: filterText(filter) }, path);
  return conditionOnValues(binder, subject, operator);
}

type WithoutValues = 'set' | 'notSet' | 'measureFilter';

function isWithoutValues(operator: FilterOperator): operator is WithoutValues {
  return operator === 'set' || operator === 'notSet' || operator === 'measureFilter';
}

function conditionWithoutValues(
  binder: Binder,
  subject: FilterSubject,
  operator: WithoutValues,
): Condition | undefined {
  const { member, operand } = subject;
  switch (operator) {
    case 'set':
      return { kind: 'null', operand, isNegated: true };
    case 'notSet':
      return { kind: 'null', operand, isNegated: false };
    case 'measureFilter':
      return member.kind === 'measure'
        ? { kind: 'measure-filters', member: member.id }
        : reportUnsupported(binder, subject, `measureFilter is for measures; ${member.id} is a dimension`);
  }
}

function conditionOnValues(
  binder: Binder,
  subject: FilterSubject,
  operator: Exclude<FilterOperator, WithoutValues>,
): Condition | undefined {
  switch (operator) {
    case 'equals':
    case 'in':
      return equality(binder, subject, { isNegated: false });
    case 'notEquals':
    case 'notIn':
      return equality(binder, subject, { isNegated: true });
    case 'contains':
      return textCondition(binder, subject, { match: 'contains', isNegated: false });
    case 'notContains':
      return textCondition(binder, subject, { match: 'contains', isNegated: true });
    case 'startsWith':
      return textCondition(binder, subject, { match: 'starts-with', isNegated: false });
    case 'notStartsWith':
      return textCondition(binder, subject, { match: 'starts-with', isNegated: true });
    case 'endsWith':
      return textCondition(binder, subject, { match: 'ends-with', isNegated: false });
    case 'notEndsWith':
      return textCondition(binder, subject, { match: 'ends-with', isNegated: true });
    case 'gt':
      return comparison(binder, subject, '>');
    case 'gte':
      return comparison(binder, subject, '>=');
    case 'lt':
      return comparison(binder, subject, '<');
    case 'lte':
      return comparison(binder, subject, '<=');
    case 'inDateRange':
    case 'notInDateRange':
    case 'onTheDate':
    case 'beforeDate':
    case 'beforeOrOnDate':
    case 'afterDate':
    case 'afterOrOnDate':
      return dateCondition(binder, subject, operator);
  }
}

type ComparisonOperator = '<' | '<=' | '>' | '>=';

/** Compares with the first value that is not NULL. Strings compare by code point. */
function comparison(binder: Binder, subject: FilterSubject, operator: ComparisonOperator): Condition | undefined {
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
