import type { ParsedQuestion } from '../read/index.ts';
import type { Slot } from './slot.ts';

/**
 * Lists the slots that a cube or view has to fill for a reading. A time comes last: which one is meant depends on the
 * measures.
 *
 * @param formerFilters how many of the filters come from the question before; they stand first
 */
export function slotsOf(reading: ParsedQuestion, formerFilters: number): readonly Slot[] {
  const grains = reading.groupings.flatMap((one) => (one.kind === 'grain' ? [one] : []));
  const isTimed = reading.period !== undefined || grains.length > 0 || reading.time !== undefined;
  const times: Slot[] = [];
  if (isTimed) {
    const words = reading.time?.words ?? grains[0]?.words ?? reading.period?.words ?? '';
    const mention = reading.time ? { mention: reading.time, ...placeOf(reading.time) } : {};
    const granularity = grains[0] ? { granularity: grains[0].granularity } : {};
    times.push({ role: 'time', words, ...mention, ...granularity });
  }
  return [
    ...reading.measures.map(
      (mention): Slot => ({ role: 'measure', mention, words: mention.words, ...placeOf(mention) }),
    ),
    ...reading.groupings.flatMap((one): Slot[] =>
      one.kind === 'grain'
        ? []
        : [{ role: 'grouping', mention: one.mention, words: one.mention.words, ...placeOf(one.mention) }],
    ),
    ...reading.flags.map((mention): Slot => ({ role: 'flag', mention, words: mention.words, ...placeOf(mention) })),
    ...reading.filters.map(({ dimension, values, isAlternative }, index): Slot => {
      const place = dimension ? placeOf(dimension) : values[0]?.place ? { place: values[0].place } : {};
      const words = dimension?.words ?? values[0]?.words ?? '';
      const former = index < formerFilters ? { isFormer: true } : {};
      const alternative = isAlternative ? { isAlternative } : {};
      const mention = dimension ? { mention: dimension } : {};
      return { role: 'filter', ...mention, words, values, ...place, ...former, ...alternative };
    }),
    ...times,
  ];
}

function placeOf({ place }: { readonly place?: readonly [number, number] }): {
  readonly place?: readonly [number, number];
} {
  return place ? { place } : {};
}
