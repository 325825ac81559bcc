import type { WireFilter, WireQuery, WireTimeDimension } from '@orrery/contract';
import type { SlotChoice, Fit, Slot } from '../fit/index.ts';
import type { Period } from '../period/index.ts';
import type { Rank } from '../read/index.ts';

/** A question with all of its members. */
export interface Understood {
  readonly slots: readonly Slot[];
  readonly fit: Fit;
  readonly period?: Period;
  readonly rank?: Rank;
  readonly timezone: string;
  /** Whether the question names the queried cube or view. */
  readonly isNamed: boolean;
}

/** Members of a question by what they do in the query; each once. */
export interface QueryParts {
  readonly measures: readonly SlotChoice[];
  readonly groupings: readonly SlotChoice[];
  readonly filters: readonly (SlotChoice & { readonly values: readonly string[] })[];
  readonly segments: readonly SlotChoice[];
  readonly time?: SlotChoice;
}

export function partsOf({ slots, fit }: Pick<Understood, 'slots' | 'fit'>): QueryParts {
  const chosen = slots.flatMap((slot, index) => {
    const choice = fit.choices[index];
    return choice ? [{ slot, choice }] : [];
  });
  const of = (role: Slot['role']) => chosen.filter(({ slot }) => slot.role === role);
  const flags = of('flag').map(({ choice }) => choice);
  const truths = flags
    .filter(({ type }) => type === 'boolean')
    .map((choice) => ({ slot: undefined, choice: { ...choice, values: ['true'] } }));
  const time = of('time')[0]?.choice;
  return {
    measures: once(of('measure').map(({ choice }) => choice)),
    groupings: once(of('grouping').map(({ choice }) => choice)),
    filters: mergeFilters([...of('filter'), ...truths]),
    segments: once(flags.filter(({ kind }) => kind === 'segment')),
    ...(time ? { time } : {}),
  };
}

function once(choices: readonly SlotChoice[]): readonly SlotChoice[] {
  const byMember = new Map(choices.map((choice) => [`${choice.member} ${choice.granularity ?? ''}`, choice]));
  return [...byMember.values()];
}

/** Several values of one dimension are a choice of them, as no row has two; one of the question before gives way. */
function mergeFilters(
  filters: readonly { readonly slot: Slot | undefined; readonly choice: SlotChoice }[],
): QueryParts['filters'] {
  return [...Map.groupBy(filters, ({ choice }) => choice.member).values()].flatMap((group) => {
    const isNew = group.some(({ slot }) => !slot?.isFormer);
    const kept = isNew ? group.filter(({ slot }) => !slot?.isFormer) : group;
    const [first] = kept;
    if (!first) return [];
    return [{ ...first.choice, values: [...new Set(kept.flatMap(({ choice }) => choice.values ?? []))] }];
  });
}

/** The query in the form of the Data API. Dates are ISO dates; a range has two and includes both. */
export function writeQuery(understood: Understood): WireQuery {
  const { period, rank, timezone } = understood;
  const { measures, groupings, filters, segments, time } = partsOf(understood);
  const plain = groupings
    .filter(({ granularity }) => granularity === undefined)
    .flatMap((choice) => [...(choice.keys ?? []), choice]);
  const custom = groupings.filter(({ granularity }) => granularity !== undefined);
  const isRange = period?.from !== undefined && period.to !== undefined;
  const dateRange = isRange ? { dateRange: [period.from ?? '', period.to ?? ''] } : {};
  const timeDimensions: WireTimeDimension[] = [];
  if (time && (time.granularity !== undefined || isRange)) {
    const granularity = time.granularity === undefined ? {} : { granularity: time.granularity };
    timeDimensions.push({ dimension: time.member, ...granularity, ...dateRange });
  }
  for (const { member, granularity } of custom) timeDimensions.push({ dimension: member, granularity });
  const allFilters: WireFilter[] = filters.map(({ member, values }) => ({
    member,
    operator: 'equals',
    values: [...values],
  }));
  // The first of a ranking are things; rows that belong to none are no thing.
  for (const { member } of rank?.limit === undefined
    ? []
    : groupings.flatMap((one) => one.keys ?? (one.type === 'time' ? [] : [one])))
    allFilters.push({ member, operator: 'set' });
  if (time && period?.to !== undefined && !isRange) {
    allFilters.push({ member: time.member, operator: 'beforeOrOnDate', values: [period.to] });
  }
  return {
    ...(measures.length > 0 ? { measures: measures.map(({ member }) => member) } : {}),
    ...(plain.length > 0 ? { dimensions: plain.map(({ member }) => member) } : {}),
    ...(timeDimensions.length > 0 ? { timeDimensions } : {}),
    ...(allFilters.length > 0 ? { filters: allFilters } : {}),
    ...(segments.length > 0 ? { segments: segments.map(({ member }) => member) } : {}),
    ...orderOf(measures, plain, rank),
    timezone,
  };
}

function orderOf(
  measures: readonly SlotChoice[],
  dimensions: readonly SlotChoice[],
  rank: Rank | undefined,
): Pick<WireQuery, 'order' | 'limit'> {
  const [measure, dimension] = [measures[0], dimensions[0]];
  if (!measure) return dimension ? { order: [[dimension.member, 'asc']] } : {};
  if (!rank) return {};
  const limit = rank.limit === undefined ? {} : { limit: rank.limit };
  return { order: [[measure.member, rank.descending ? 'desc' : 'asc']], ...limit };
}
