import { dashboardOperators, entryOf } from '@orrery/charts';
import type { DashboardFilter, WireFilter, WireFilterValue, WireProblem } from '@orrery/contract';
import type { ValueType } from '@orrery/semantic';
import { contentProblem } from './content-problem.ts';

type WireOperator = Extract<WireFilter, { operator: unknown }>['operator'];

type Translated = { readonly filter: WireFilter } | { readonly problem: WireProblem };

/**
 * Translates a dashboard filter into a query filter. Unsupported filters are refused: leaving one out would show rows
 * that it should hide.
 *
 * @param type of the member; `undefined` when the caller has no such member, which the model reports itself
 */
export function toWireFilter(filter: DashboardFilter, type: ValueType | undefined, path: string): Translated {
  const { member } = filter;
  const operator = filter.operator ?? 'equals';
  const refuse = (code: 'content.bad-filter' | 'content.filter-not-supported', words: string): Translated => {
    return { problem: contentProblem(code, `The filter on ${member} ${words}`, { path }) };
  };

  const tested = entryOf(dashboardOperators.none, operator);
  if (tested) return { filter: { member, operator: tested } };

  const values = valuesOf(filter.value);
  if (!values) return refuse('content.bad-filter', 'has a value that is neither a text, a number nor a boolean');

  const many = entryOf(dashboardOperators.many, operator);
  if (many) {
    if (values.length === 0) return refuse('content.bad-filter', `has no value for ${operator}`);
    const fault = caseFault(operator, filter.caseSensitive, type);
    if (fault !== undefined) return refuse('content.filter-not-supported', fault);
    return { filter: { member, operator: many, values } };
  }

  const [plain, ofTimes] = entryOf(dashboardOperators.one, operator) ?? [];
  if (plain && ofTimes) {
    if (values.length !== 1) return refuse('content.bad-filter', `takes one value for ${operator}`);
    return { filter: { member, operator: type === 'time' ? ofTimes : plain, values } };
  }

  if (operator !== 'between') {
    return refuse('content.filter-not-supported', `has the operator ${operator.slice(0, 100)}, which no query has`);
  }
  const [start, end] = values;
  if (values.length !== 2 || start === undefined || end === undefined || start === null || end === null) {
    return refuse('content.bad-filter', 'takes two values for between, a start and an end');
  }
  const ends = [filter.startInclusive, filter.endInclusive].map((given) => given ?? true);
  if (ends.some((given) => typeof given !== 'boolean')) {
    return refuse('content.bad-filter', 'must say true or false for each end that is included');
  }
  return { filter: between(member, [start, end], [ends[0] === true, ends[1] === true], type === 'time') };
}

function between(
  member: string,
  [start, end]: readonly [WireFilterValue, WireFilterValue],
  [withStart, withEnd]: readonly [boolean, boolean],
  isTime: boolean,
): WireFilter {
  const [from, to]: readonly [WireOperator, WireOperator] = isTime
    ? [withStart ? 'afterOrOnDate' : 'afterDate', withEnd ? 'beforeOrOnDate' : 'beforeDate']
    : [withStart ? 'gte' : 'gt', withEnd ? 'lte' : 'lt'];
  return {
    and: [
      { member, operator: from, values: [start] },
      { member, operator: to, values: [end] },
    ],
  };
}

/** Checks for a difference: queries compare whole values with regard to case, and parts of texts without it. */
function caseFault(operator: string, asked: unknown, type: ValueType | undefined): string | undefined {
  if (asked === undefined || asked === null) return undefined;
  if (typeof asked !== 'boolean') return 'must have true or false as caseSensitive';
  if (type !== undefined && type !== 'string') return undefined;
  const isWhole = operator === 'equals' || operator === 'not_equals';
  if (asked === isWhole) return undefined;
  return isWhole
    ? `asks ${operator} to ignore case, which no query can`
    : `asks ${operator} to tell upper from lower case, which no query can`;
}

/** @returns `undefined` when it is not a value of a filter */
function valuesOf(value: unknown): WireFilterValue[] | undefined {
  if (value === undefined || value === null) return [];
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const values = given.filter(isFilterValue);
  return values.length === given.length ? values : undefined;
}

function isFilterValue(value: unknown): value is WireFilterValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
