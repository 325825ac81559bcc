import { isThing } from '../fit/index.ts';
import type { Analysis, Interpretation, NamedMember, QueryOutcome } from '../outcome.ts';
import { clean, listed } from '../text/index.ts';
import { partsOf, type Understood, writeQuery } from './write-query.ts';

/** Makes the outcome of a question with one meaning: the query, and its description in words. */
export function describeQuery(
  understood: Understood,
  source: NamedMember,
  assumptions: readonly string[],
): QueryOutcome {
  const { period, rank, fit, slots, isNamed } = understood;
  const { measures, groupings, filters, segments, time } = partsOf(understood);
  const named = ({ member, title }: { readonly member: string; readonly title: string }) => ({ name: member, title });
  const grain = time?.granularity;
  const grouped = [
    ...groupings
      .flatMap((choice) => [...(choice.keys ?? []), choice])
      .map((choice) => ({
        ...named(choice),
        ...(choice.granularity ? { granularity: choice.granularity } : {}),
      })),
    ...(time && grain ? [{ ...named(time), granularity: grain }] : []),
  ];
  const filtered = [
    ...filters.map(({ values, ...choice }) => ({ ...named(choice), values: [...values] })),
    ...segments.map(named),
  ];
  const ends = { ...(period?.from ? { from: period.from } : {}), ...(period?.to ? { to: period.to } : {}) };
  const dimension = time && named(time);
  const [by] = measures;
  const order = rank &&
    by && {
      by: named(by),
      descending: rank.descending,
      ...(rank.limit === undefined ? {} : { limit: rank.limit }),
    };
  const interpretation: Interpretation = {
    source,
    measures: measures.map(named),
    groupings: grouped,
    ...(dimension && period ? { period: { dimension, ...ends, ...(grain ? { granularity: grain } : {}) } } : {}),
    filters: filtered,
    ...(order ? { order } : {}),
    assumptions,
  };
  const analysis: Analysis = {
    piece: fit.piece,
    ...(isNamed ? { isNamed } : {}),
    measures: measures.map(({ member }) => member),
    groupings: [
      ...groupings.map(({ member, granularity }) => ({
        member,
        ...(granularity ? { granularity } : {}),
        ...(slots.some((slot, index) => {
          const choice = fit.choices[index];
          return choice?.member === member && isThing(slot, choice);
        })
          ? { isThing: true }
          : {}),
      })),
      ...(time && grain ? [{ member: time.member, granularity: grain }] : []),
    ],
    filters: filters.map(({ member, values }) => ({ member, values })),
    segments: segments.map(({ member }) => member),
    ...(dimension && period
      ? { period: { dimension: dimension.name, ...ends, words: period.words, notes: period.notes } }
      : {}),
    ...(rank
      ? { rank: { descending: rank.descending, ...(rank.limit === undefined ? {} : { limit: rank.limit }) } }
      : {}),
  };
  const title = titleOf(interpretation);
  return {
    kind: 'query',
    query: writeQuery(understood),
    title,
    description: [`From ${clean(source.title)}.`, ...assumptions].join(' '),
    interpretation,
    analysis,
  };
}

function titleOf({ measures, groupings, period, filters, order }: Interpretation): string {
  const what = listed((measures.length > 0 ? measures : groupings).map(({ title }) => clean(title)));
  const by =
    measures.length === 0
      ? []
      : groupings.map(({ title, granularity }) => clean(granularity ? granularityTitle(granularity) : title));
  const top = order?.limit === undefined ? '' : `${order.descending ? 'Top' : 'Bottom'} ${order.limit}: `;
  const where = filters.map(({ title, values }) =>
    values
      ? `${clean(title)} ${listed(
          values.map((one) => clean(one, 60)),
          'or',
        )}`
      : clean(title),
  );
  const dates = period ? [datesOf(period)] : [];
  return `${top}${what}${by.length > 0 ? ` by ${listed(by)}` : ''}${[...where, ...dates].map((one) => `, ${one}`).join('')}`;
}

function granularityTitle(granularity: string): string {
  return `${granularity.slice(0, 1).toUpperCase()}${granularity.slice(1).replaceAll('_', ' ')}`;
}

function datesOf({ from, to }: { readonly from?: string; readonly to?: string }): string {
  if (from === undefined) return `up to ${to}`;
  return from === to ? from : `${from} to ${to}`;
}
