import { keyOf, type Meaning } from '@orrery/analyst';
import { type Memory, readTold, type Told } from '../../memory/index.ts';
import type { Turn } from '../turn.ts';

/** What a turn knows from people, and what its question adds to that. */
export interface Recalled {
  /** What the question asks to remember. */
  readonly told: readonly Told[];
  /** The question without that; empty when it asks nothing. */
  readonly rest: string;
  /** Memories that the user may read, oldest first. */
  readonly known: readonly Memory[];
}

/**
 * Reads what is remembered for the user of a turn. A memory that names what the user does not see of the model is left
 * out, whoever told it.
 */
export async function recall({ question, data, memories }: Turn): Promise<Recalled> {
  const { told, rest } = readTold(question);
  const known = memories?.known ?? [];
  if (known.length === 0) return { told, rest, known };
  const hidden = await data.hiddenNames();
  return { told, rest, known: known.filter((memory) => !textsOf(memory).some((text) => hidden.areIn(text))) };
}

function textsOf({ told }: Memory): readonly string[] {
  return told.kind === 'meaning' ? [told.term, told.text] : [told.text];
}

/** What people say that words mean, with the memory that it is from, if it is from one. */
export type KnownMeanings = ReadonlyMap<Meaning, Memory | undefined>;

/**
 * The meanings among what people told. What the question says goes first, then what the user said last, then what others
 * say, which may be different things.
 */
export function meaningsOf({ known, told: said }: Pick<Recalled, 'known' | 'told'>): KnownMeanings {
  const now = said.flatMap((told): Meaning[] =>
    told.kind === 'meaning' ? [{ term: told.term, words: told.text, source: 'you told me' }] : [],
  );
  const isSaid = (term: string) => now.some((each) => keyOf(each.term) === keyOf(term));
  const defined = known.flatMap((memory) =>
    memory.told.kind === 'meaning' && !isSaid(memory.told.term) ? [{ memory, told: memory.told }] : [],
  );
  const byTerm = Map.groupBy(defined, ({ told }) => keyOf(told.term));
  const chosen = [...byTerm.values()].flatMap((group) => {
    const own = group.filter(({ memory }) => memory.isOwn).toSorted((a, b) => +a.memory.toldAt - +b.memory.toldAt);
    return own.length > 0 ? own.slice(-1) : group;
  });
  return new Map<Meaning, Memory | undefined>([
    ...now.map((meaning) => [meaning, undefined] as const),
    ...chosen.map(
      ({ memory, told: { term, text } }) => [{ term, words: text, source: sourceOf(memory) }, memory] as const,
    ),
  ]);
}

/** Where a memory is from, behind "as". */
export function sourceOf({ author, isOwn, isChosen }: Memory): string {
  if (!isOwn) return `${author} told me`;
  return isChosen ? 'you chose before' : 'you told me';
}
