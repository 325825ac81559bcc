import type { MetaCube } from '@orrery/contract';
import { z } from 'zod';
import { contextOf, type FoundPiece, searchedMembers, searchModel, synonymsOf } from './search-model.ts';
import { toolOf } from './tool.ts';

/** Bounds on a result: models read all of it. */
const most = { views: 20, members: 80, letters: 30_000, ofMember: 1_000, ofContext: 400, contexts: 12_000 };

const schema = z.object({ searchQuery: z.string().max(1_000) });

export const orreryMeta = toolOf({
  name: 'orreryMeta',
  description:
    'Searches the data model for views, cubes and members by their names, titles, descriptions and synonyms, and ' +
    'returns the best matches with the exact names that queries take. Call it before the first query of a ' +
    'conversation, with the nouns of the question; an empty searchQuery lists what there is. What it does not return ' +
    'does not exist for this user.',
  schema,
  run: async ({ searchQuery }, { turn }) => {
    const { cubes } = await turn.data.meta();
    const { accessibleViews } = turn.agent;
    const usable = ({ name }: MetaCube) => accessibleViews === undefined || accessibleViews.includes(name);
    const { shown, presented, contexts, isCut } = await searchAndPresent(cubes, searchQuery, usable);
    const note = { ...(contexts.length > 0 ? { contexts } : {}), ...(isCut ? { cut } : {}) };
    return {
      result: { cubes: presented, searchQuery },
      ...(contexts.length + Number(isCut) > 0 ? { note: JSON.stringify(note) } : {}),
      shown: {
        descriptions: [
          ...presented.flatMap(({ members }) => members.map(({ description }) => description)),
          ...shown.map(({ cube }) => cube.description ?? ''),
          ...contexts.map(({ context }) => context),
        ].filter((text) => text !== ''),
        counts: [presented.length, ...presented.map(({ members }) => members.length)],
      },
    };
  },
});

const cut = 'Members are left out; search for the names of a view to see all of its members.';

/**
 * Searches cubes and views for words, in a form that models read: the best match first, at most 20, of bounded length.
 *
 * @param words empty: all of them, views first
 */
export async function searchAndPresent(
  cubes: readonly MetaCube[],
  words: string,
  isUsable: (cube: MetaCube) => boolean = () => true,
) {
  const wanted = words.trim();
  const found =
    wanted === ''
      ? cubes
          .toSorted((a, b) => Number(a.type === 'cube') - Number(b.type === 'cube'))
          .map((cube) => ({ cube, matched: new Set<string>() }))
      : await searchModel(cubes, wanted);
  const shown = found.filter(({ cube }) => isUsable(cube)).slice(0, most.views);
  return { shown, ...presentCubes(shown), contexts: contextsOf(shown.map(({ cube }) => cube)) };
}

/** The first ones with all of their members, as far as there is room; the others with those that matched. */
function presentCubes(found: readonly FoundPiece[]) {
  let [left, isCut] = [most.letters, false];
  const presented = found.map(({ cube, matched }) => {
    const members = searchedMembers(cube).toSorted((a, b) => Number(matched.has(b.name)) - Number(matched.has(a.name)));
    const all = members.slice(0, most.members).map(presentMember);
    const room = left;
    const kept = all.filter((member) => {
      const letters = JSON.stringify(member).length;
      if (letters > left || (!matched.has(member.name) && left < room / 2)) return false;
      left -= letters;
      return true;
    });
    isCut ||= kept.length < members.length;
    return { name: cube.name, type: cube.type, title: cube.title, members: kept };
  });
  return { presented, isCut };
}

function presentMember(member: ReturnType<typeof searchedMembers>[number]) {
  return {
    name: member.name,
    title: member.title,
    description: (member.description ?? '').slice(0, most.ofMember),
    type: member.type === 'geo' ? 'string' : member.type,
    ...('aggType' in member ? { aggType: member.aggType } : {}),
  };
}

/** Collects the model's notes for agents, its synonyms, and the descriptions of the cubes themselves. */
function contextsOf(cubes: readonly MetaCube[]) {
  const all = cubes.flatMap((cube) =>
    [cube, ...searchedMembers(cube)].flatMap(({ name, meta, description }) => {
      const said = [name === cube.name ? description : undefined, contextOf(meta), ...synonymsOf(meta)];
      const context = said.filter((text) => text !== undefined && text !== '').join('; ');
      return context === '' ? [] : [{ name, context: context.slice(0, most.ofContext) }];
    }),
  );
  let left = most.contexts;
  return all.filter(({ context }) => (left -= context.length) > 0);
}
