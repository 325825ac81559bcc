import type { Filter, Query } from '@orrery/client/data';
import { comparedBy, firstOf } from '../../model/comparison.ts';
import type { QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { operatorText } from '../../controls/operator-text.ts';
import { dimensionFields, memberNamed, membersOfFilter } from './fields.ts';

/** A query in words: `Sales by Ordered at (month) and Channel, Ordered at: last 12 months, Status is paid`. */
export function sentenceOf(
  query: Query,
  view: QueryableView,
  calculated: readonly { readonly name: string }[] = [],
): string {
  const titleOf = (name: string) => memberNamed(view, name)?.title ?? name;
  const measures = [...(query.measures ?? []).map(titleOf), ...calculated.map(({ name }) => name)];
  const fields = dimensionFields(query).map(({ member, granularity }) =>
    granularity === undefined ? titleOf(member) : words.byGranularity(titleOf(member), granularity),
  );
  const ranges = (query.timeDimensions ?? []).flatMap((entry) => {
    const text = rangesText(entry);
    return text === undefined ? [] : [words.inRange(titleOf(entry.dimension), text)];
  });
  const segments = (query.segments ?? []).map(titleOf);
  const filters = (query.filters ?? []).map((filter) => filterText(filter, view));
  const what = words.asked(words.list(measures), words.list(fields));
  return [what, ...ranges, ...segments, ...filters].join(', ');
}

/** The range of a time in words, with those that it is compared with. */
export function rangesText(entry: NonNullable<Query['timeDimensions']>[number]): string | undefined {
  const { dateRange } = firstOf(entry);
  if (dateRange === undefined) return undefined;
  const others = (entry.compareDateRange ?? []).slice(1).map((other) => {
    const by = comparedBy(dateRange, other);
    return by === 'period' ? words.periodBefore : by === 'year' ? words.yearBefore : rangeText(other);
  });
  return others.length === 0 ? rangeText(dateRange) : words.comparedWith(rangeText(dateRange), words.list(others));
}

export function rangeText(range: string | readonly string[]): string {
  if (typeof range === 'string') return range;
  const [from = '', to = from] = range.map((day) => day.replace(/T00:00:00(?:\.000)?$/, ''));
  return from === to ? from : words.fromTo(from, to);
}

const shownValues = 3;

/** A filter in words; a group of filters as all of them. */
export function filterText(filter: Filter, view: QueryableView): string {
  if ('or' in filter) return words.anyOf(filter.or.map((each) => filterText(each, view)));
  if ('and' in filter) return words.allOf(filter.and.map((each) => filterText(each, view)));
  const titleOf = (name: string) => memberNamed(view, name)?.title ?? name;
  const values = (filter.values ?? []).map((value) => (value === null ? words.none : String(value)));
  const shown = values.slice(0, shownValues);
  const rest = values.length - shown.length;
  return words.filter(
    words.per(membersOfFilter(filter).map(titleOf)),
    operatorText(filter.operator),
    words.list(rest > 0 ? [...shown, words.more(rest)] : shown),
  );
}
