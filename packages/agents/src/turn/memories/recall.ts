import { keyOf, type Meaning } from '@orrery/analyst';
import { type Memory, readTold, type Told } from '../../memory/index.ts';
import type { Turn } from '../turn.ts';

/** The memories that a turn knows, and those that its question adds. */
export interface Recalled {
  /** The memories that the question contains. */
  readonly told: readonly Told[];
  /** The question without that; empty when it asks nothing. */
  readonly rest: string;
  /** Memories that the user may read, oldest first. */
  readonly known: readonly Memory[];
}

/**
 * Reads the memories for the user of a turn. A memory with a name of the model that the user does not see is left out,
 * even if it is the user's own.
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

/** The meanings that people have given to words, each with its memory, if it comes from one. */
export type KnownMeanings = ReadonlyMap<Meaning, Memory | undefined>;

/**
 * Lists the meanings among the memories. Those of the question come first, then the user's own, the latest first, then
 * those of others, which may differ.
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
