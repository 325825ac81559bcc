import type { MetaCube, MetaDimension, MetaMeasure } from '@orrery/contract';
import MiniSearch from 'minisearch';

type SearchedMember = MetaMeasure | MetaDimension;

interface SearchEntry {
  readonly id: string;
  readonly cube: string;
  /** Absent: the entry is the cube itself. */
  readonly member?: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly context: string;
  readonly synonyms: string;
}

/** A cube or view that a search has found; its members are those that matched, best first. */
export interface FoundPiece {
  readonly cube: MetaCube;
  readonly matched: ReadonlySet<string>;
}

const indexes = new WeakMap<readonly MetaCube[], Promise<MiniSearch<SearchEntry>>>();

/** Words of a search; what stands behind them is left out. */
const mostWords = 20;

/** Entries that are indexed before others get a turn. */
const entriesAtOnce = 200;

/** @returns cubes and views that say something of the words, best first; views before cubes that match equally */
export async function searchModel(cubes: readonly MetaCube[], words: string): Promise<readonly FoundPiece[]> {
  const indexing = indexes.get(cubes) ?? indexOf(cubes);
  indexes.set(cubes, indexing);
  const index = await indexing;
  const wanted = [...new Set(wordsIn(words))].slice(0, mostWords).join(' ');
  const byName = new Map(cubes.map((cube) => [cube.name, cube]));
  const scores = new Map<string, { best: number; rest: number; matched: Set<string> }>();
  for (const { id, score } of index.search(wanted)) {
    const [name = '', member] = JSON.parse(id) as [string, string?]; // as it was just written
    const known = scores.get(name) ?? { best: 0, rest: 0, matched: new Set<string>() };
    scores.set(name, known);
    known.rest += Math.min(score, known.best);
    known.best = Math.max(known.best, score);
    if (member !== undefined) known.matched.add(member);
  }
  return [...scores]
    .flatMap(([name, { best, rest, matched }]) => {
      const cube = byName.get(name);
      const preference = cube?.type === 'view' ? 1.25 : 1;
      return cube ? [{ cube, matched, score: (best + rest / 10) * preference }] : [];
    })
    .toSorted((a, b) => b.score - a.score);
}

async function indexOf(cubes: readonly MetaCube[]): Promise<MiniSearch<SearchEntry>> {
  const index = new MiniSearch<SearchEntry>({
    fields: ['name', 'title', 'synonyms', 'context', 'description'],
    tokenize: (text) => wordsIn(text),
    searchOptions: {
      boost: { name: 3, title: 3, synonyms: 3, context: 1.5 },
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 6 ? 0.2 : false),
    },
  });
  const entries = cubes.flatMap((cube) => [
    entryOf(cube.name, undefined, cube),
    ...searchedMembers(cube).map((member) => entryOf(cube.name, member.name, member)),
  ]);
  await index.addAllAsync(entries, { chunkSize: entriesAtOnce });
  return index;
}

type Described = Pick<SearchedMember, 'name' | 'title' | 'description' | 'meta'> & {
  readonly aliases?: readonly string[] | undefined;
};

function entryOf(cube: string, member: string | undefined, described: Described): SearchEntry {
  const { name, title, description = '', meta, aliases = [] } = described;
  return {
    id: JSON.stringify(member === undefined ? [cube] : [cube, member]),
    cube,
    name: member === undefined ? name : name.slice(cube.length + 1),
    title,
    description,
    context: contextOf(meta) ?? '',
    synonyms: [...synonymsOf(meta), ...aliases].join(' '),
  };
}

export const searchedMembers = ({ measures, dimensions }: MetaCube): readonly SearchedMember[] => [
  ...measures,
  ...dimensions,
];

/** @returns what the author of the model says to agents */
export function contextOf(meta: unknown): string | undefined {
  const context = isObject(meta) ? meta['ai_context'] : undefined;
  return typeof context === 'string' ? context : undefined;
}

export function synonymsOf(meta: unknown): readonly string[] {
  const given = isObject(meta) ? meta['synonyms'] : undefined;
  const list = Array.isArray(given) ? given : typeof given === 'string' ? given.split(',') : [];
  return list.filter((each): each is string => typeof each === 'string').map((each) => each.trim());
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Names are words joined by underscores, points or letter case. Plurals are found as their singulars. */
function wordsIn(text: string): string[] {
  const words = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '').map((word) => word.toLowerCase().replace(/(?<=..[^su])s$/, ''));
}
