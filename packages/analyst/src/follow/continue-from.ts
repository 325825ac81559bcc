import type { PieceMembers } from '../fit/index.ts';
import type { Analysis } from '../outcome.ts';
import type { NameEntry } from '../names/index.ts';
import type { QuestionGrouping, Mention, ParsedQuestion, ValueFilter } from '../read/index.ts';
import { targetOf, type VisibleFace, type VisibleModel } from '../visible-model.ts';

export interface Continued {
  readonly reading: ParsedQuestion;
  /** How many filters come from the question before. */
  readonly formerFilters: number;
  /** The cube or view of the question before, when this one goes on from it. */
  readonly former?: Former;
  /** Parts taken from the question before, filters aside, to remind the reader. */
  readonly kept: readonly string[];
}

type Former = Pick<Analysis, 'piece' | 'isNamed'>;

/**
 * Whether a question is complete without the question before: it has a measure, or a field to list, and no word that
 * refers back.
 */
export function startsAnew({ cue, measures, groupings, isList }: ParsedQuestion): boolean {
  return cue === 'none' && (measures.length > 0 || (isList && groupings.length > 0));
}

/** Adds the parts that a question omits from the question before, unless it starts a new subject. */
export function continueFrom(
  reading: ParsedQuestion,
  previous: Analysis | undefined,
  model: VisibleModel,
  members: PieceMembers,
): Continued {
  const saysAnything =
    reading.measures.length + reading.groupings.length + reading.filters.length + reading.flags.length > 0 ||
    reading.period !== undefined ||
    reading.rank !== undefined ||
    reading.time !== undefined;
  if (!previous || startsAnew(reading) || !saysAnything) return { reading, formerFilters: 0, kept: [] };
  const former = (member: string, kind: NameEntry['kind']) =>
    formerMention(member, kind, previous.piece, model, members);
  const measures = previous.measures.map((name) => former(name, 'measure'));
  const filters = previous.filters.map(({ member, values }): ValueFilter => {
    return { dimension: former(member, 'dimension'), values: values.map((words) => ({ words, isExact: true })) };
  });
  const groupings = previous.groupings.map(({ member, granularity, isThing = false }): QuestionGrouping => {
    const isBuiltIn = granularity !== undefined && builtIn.has(granularity);
    if (isBuiltIn) return { kind: 'grain', granularity, words: granularity };
    const mention = former(member, granularity === undefined ? 'dimension' : 'granularity');
    const entries =
      granularity === undefined ? mention.entries : mention.entries.filter((one) => one.granularity === granularity);
    return { kind: 'member', mention: { ...mention, entries, isThing } };
  });
  const merged = mergeGroupings(reading, groupings);
  const period = reading.period ?? periodOf(previous);
  const timeOf =
    previous.period?.dimension ?? previous.groupings.find(({ granularity }) => granularity !== undefined)?.member;
  const time =
    reading.time ??
    (timeOf === undefined || !(period || merged.groupings.some(({ kind }) => kind === 'grain'))
      ? undefined
      : former(timeOf, 'dimension'));
  const keepsRank = reading.groupings.length === 0 && reading.measures.length === 0;
  const rank = reading.rank ?? (keepsRank && previous.rank ? { ...previous.rank, words: 'top' } : undefined);
  return {
    reading: {
      ...reading,
      measures:
        reading.measures.length === 0
          ? measures
          : reading.cue === 'add'
            ? [...measures, ...reading.measures]
            : reading.measures,
      groupings: merged.groupings,
      filters: [...filters, ...reading.filters],
      flags: [...previous.segments.map((name) => former(name, 'segment')), ...reading.flags],
      ...(time ? { time } : {}),
      ...(period ? { period } : {}),
      ...(rank ? { rank } : {}),
      notes: [...reading.notes, ...merged.notes],
    },
    formerFilters: filters.length,
    former: previous,
    kept: keptWords(reading, previous, measures),
  };
}

function keptWords(reading: ParsedQuestion, previous: Analysis, measures: readonly Mention[]): readonly string[] {
  return [
    ...(reading.measures.length === 0 || reading.cue === 'add' ? measures.map(({ words }) => words) : []),
    ...(reading.period || !previous.period ? [] : [datesOf(previous.period)]),
  ];
}

function datesOf({ from, to }: NonNullable<Analysis['period']>): string {
  return from === undefined ? `up to ${to}` : `${from} to ${to}`;
}

const builtIn: ReadonlySet<string> = new Set(['hour', 'day', 'week', 'month', 'quarter', 'year']);

/** "and by country" adds, "by country" takes the place of what was grouped by; another unit of time that of the unit. */
function mergeGroupings(
  { groupings, cue }: ParsedQuestion,
  former: readonly QuestionGrouping[],
): { readonly groupings: readonly QuestionGrouping[]; readonly notes: readonly string[] } {
  if (groupings.length === 0) return { groupings: former, notes: [] };
  const isGrain = ({ kind }: QuestionGrouping) => kind === 'grain';
  if (cue === 'add') {
    const kept = groupings.some(isGrain) ? former.filter((one) => !isGrain(one)) : former;
    return { groupings: [...kept, ...groupings], notes: [] };
  }
  if (groupings.every(isGrain) && former.some(isGrain)) {
    return { groupings: [...former.filter((one) => !isGrain(one)), ...groupings], notes: [] };
  }
  const targets = new Set(
    groupings.flatMap((one) => (one.kind === 'grain' ? [] : one.mention.entries)).map(({ target }) => target),
  );
  const gone = former.filter(
    (one) => one.kind === 'grain' || one.mention.entries.every(({ target }) => !targets.has(target)),
  );
  const words = gone.map((one) => (one.kind === 'grain' ? one.words : one.mention.words));
  return {
    groupings,
    notes: words.length > 0 ? [`No longer by ${words.join(' and ')}; say "and by …" to keep it.`] : [],
  };
}

function periodOf({ period }: Analysis): ParsedQuestion['period'] {
  if (!period) return undefined;
  const { from, to, words, notes } = period;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), words, notes };
}

/** The visible members with the definition of one of the question before. */
function formerMention(
  member: string,
  kind: NameEntry['kind'],
  former: string,
  model: VisibleModel,
  members: PieceMembers,
): Mention {
  const faces = model.cubes.flatMap((piece) => [
    ...piece.measures.map((face) => ({
      piece: piece.name,
      kind: 'measure' as const,
      face: face as VisibleFace,
      type: undefined,
      granularities: [] as readonly { name: string }[],
    })),
    ...piece.dimensions.map((face) => ({
      piece: piece.name,
      kind: 'dimension' as const,
      face: face as VisibleFace,
      type: face.type,
      granularities: face.granularities ?? [],
    })),
    ...piece.segments.map((face) => ({
      piece: piece.name,
      kind: 'segment' as const,
      face,
      type: undefined,
      granularities: [] as readonly { name: string }[],
    })),
  ]);
  const known = faces.find(({ face }) => face.name === member);
  const target = known ? targetOf(known.face) : member;
  const entries = faces
    .filter(({ face, kind: one }) => targetOf(face) === target && (one === kind || kind === 'granularity'))
    .flatMap(({ face, piece, type, granularities }): NameEntry[] => {
      const entry = {
        kind,
        piece,
        member: face.name,
        target,
        fit: piece === former ? (3 as const) : (2 as const),
        inPlural: false,
        isPlural: false,
        ...(type === undefined ? {} : { type }),
      };
      return kind === 'granularity' ? granularities.map(({ name }) => ({ ...entry, granularity: name })) : [entry];
    });
  const measure = kind === 'measure' ? members.measure(member) : undefined;
  return { words: (measure && members.titleOf(measure)) ?? known?.face.shortTitle ?? member, entries };
}
