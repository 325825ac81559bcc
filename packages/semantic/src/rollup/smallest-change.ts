import type { MemberId, ModelIndex, PreAggregation } from '../model/index.ts';
import type { Zone } from '../time/index.ts';
import type { Mismatch } from './mismatch.ts';
import type { ShownNames } from './shown-names.ts';

/** A definition, and the zones that it is built for. */
export interface ZonedDefinition {
  readonly definition: PreAggregation;
  readonly zones: readonly Zone[];
}

interface ChangedDefinition extends ZonedDefinition {
  readonly words: readonly string[];
}

/** The coarsest first, so that as few rows as possible are stored. */
const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];
const ofTime: ReadonlySet<Mismatch['kind']> = new Set(['finer', 'uneven', 'range-edges', 'time', 'other-granularity']);
/** Changes may lead to further reasons: a dimension of another cube brings in a join. */
const mostRounds = 4;

/**
 * Finds the additions to a definition with which it would match.
 *
 * @param match compares a changed definition @returns what to write, in words; `undefined` where no addition helps
 */
export function smallestChange(
  start: ZonedDefinition,
  mismatches: readonly Mismatch[],
  {
    model,
    names,
    match,
  }: {
    readonly model: ModelIndex;
    readonly names: ShownNames;
    match(changed: ZonedDefinition): readonly Mismatch[];
  },
): readonly string[] | undefined {
  let current: ChangedDefinition = { ...start, words: [] };
  let open = mismatches;
  for (let round = 0; round < mostRounds && open.length > 0; round++) {
    const next = added(current, open);
    if (!next) return undefined;
    current = next;
    open = match(current);
  }
  return open.length === 0 ? current.words : undefined;

  function added(before: ChangedDefinition, reasons: readonly Mismatch[]): ChangedDefinition | undefined {
    let after = before;
    for (const reason of reasons) {
      const one = addedFor(after, reason);
      if (!one) return undefined;
      after = one;
    }
    return after;
  }

  function addedFor(before: ChangedDefinition, reason: Mismatch): ChangedDefinition | undefined {
    switch (reason.kind) {
      case 'dimension':
        return withMember(before, 'dimensions', reason.member);
      case 'segment':
        return withMember(before, 'segments', reason.member);
      case 'measure':
        return withMember(before, 'measures', reason.member);
      case 'date-filter':
      case 'whole-time':
        return withMember(before, 'dimensions', reason.member);
      case 'zone':
      case 'reads-clock':
        return before.zones.includes(reason.zone)
          ? undefined
          : {
              ...before,
              zones: [...before.zones, reason.zone],
              words: [...before.words, `build it for the zone ${reason.zone} too`],
            };
      case 'finer':
      case 'uneven':
      case 'range-edges':
      case 'time':
      case 'other-granularity':
        return withGranularity(before, reason.member);
      case 'part-hours':
        return withMember(before, 'dimensions', reason.member);
      default:
        return undefined;
    }
  }

  function withMember(
    before: ChangedDefinition,
    list: 'measures' | 'dimensions' | 'segments',
    member: MemberId,
  ): ChangedDefinition | undefined {
    // What the caller cannot see is not proposed either.
    if (!model.members.has(member) || names.member(member) !== member) return undefined;
    const { definition } = before;
    if (definition[list].some((one) => one.member === member)) return undefined;
    return {
      ...before,
      definition: { ...definition, [list]: [...definition[list], { member, path: [] }] },
      words: [...before.words, `add ${member} to its ${list}`],
    };
  }

  function withGranularity(before: ChangedDefinition, member: MemberId): ChangedDefinition | undefined {
    if (names.member(member) !== member) return undefined;
    const others = before.definition.timeDimensions.filter((one) => one.member !== member);
    for (const granularity of units) {
      const timeDimensions = [...others, { member, path: [], granularity }];
      const changed = { ...before, definition: { ...before.definition, timeDimensions } };
      const isOpen = match(changed).some((one) => ofTime.has(one.kind) && 'member' in one && one.member === member);
      if (!isOpen) return { ...changed, words: [...before.words, `store ${member} by ${granularity}`] };
    }
    return undefined;
  }
}
