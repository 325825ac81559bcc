import { isName, isThing, type PieceMembers } from '../fit/index.ts';
import type { Continued } from '../follow/index.ts';
import type { FoundNames } from '../outcome.ts';
import { clean, listed } from '../text/index.ts';
import { ownerOf } from '../visible-model.ts';
import { type QueryParts, partsOf, type Understood } from './write-query.ts';

/** Writes sentences about things that the answer depends on and the question does not say. */
export function notesOf(
  { reading, kept }: Continued,
  understood: Understood,
  members: PieceMembers,
  names: readonly FoundNames[],
): readonly string[] {
  const parts = partsOf(understood);
  const { time, filters } = parts;
  const before = [...kept, ...formerFiltersOf(understood, filters)];
  const former = before.length > 0 ? [`From the question before: ${before.join(', ')}.`] : [];
  const timeNotes = time && !reading.time ? [`Times are those of ${time.title}.`] : [];
  const ranked = understood.rank?.limit === undefined ? [] : parts.groupings.filter(({ type }) => type !== 'time');
  const without = ranked.map(({ title, keys: [key] = [] }) => `Rows without a ${key?.title ?? title} are left out.`);
  const several = filters.filter(({ values }) => values.length > 1);
  const isOr = several.map(({ title, values }) => `${title} is one of ${listed(values, 'or')}.`);
  const about = namesIn(understood, members, names);
  return [
    ...(reading.period?.notes ?? []),
    ...reading.notes,
    ...former,
    ...timeNotes,
    ...about,
    ...without,
    ...isOr,
  ].map((note) => clean(note));
}

/** Filters of the question before that no new one has taken the place of. */
function formerFiltersOf({ slots, fit }: Understood, filters: QueryParts['filters']): readonly string[] {
  return filters
    .filter(({ member }) => {
      const alike = slots.filter(
        ({ role }, index) => ['filter', 'flag'].includes(role) && fit.choices[index]?.member === member,
      );
      return alike.length > 0 && alike.every(({ isFormer }) => isFormer === true);
    })
    .map(({ title, values }) => `${title} ${values.join(' or ')}`);
}

/** Says where things of one name are counted together, and what tells them apart. */
function namesIn(understood: Understood, members: PieceMembers, names: readonly FoundNames[]): readonly string[] {
  const { slots, fit } = understood;
  const notes = slots.flatMap((slot, index) => {
    const choice = fit.choices[index];
    if (!choice || !isName(slot, choice)) return [];
    const { keys, target, title } = choice;
    if (keys) return [`${listed(keys.map((key) => key.title))} tells equal names apart.`];
    const known = names.find(({ member }) => member === target);
    if (known?.areUnique === true) return [];
    if (isThing(slot, choice)) return [`${title} tells them apart: equal names are one row.`];
    if (known?.areUnique === undefined) return [];
    const together = slot.role === 'filter' ? 'they are counted together' : 'they are one row';
    return [`Several may have the same ${title}: ${together}${apart(understood, target, members)}.`];
  });
  return [...new Set(notes)];
}

function apart({ fit }: Understood, name: string, members: PieceMembers): string {
  const piece = members.piece(fit.piece);
  const measures = fit.choices.filter(({ kind }) => kind === 'measure').map(({ member }) => member);
  const keys = piece && members.keysIn(piece, measures, ownerOf(name));
  return keys ? `; ask for it by ${listed(keys.map(({ shortTitle }) => shortTitle))} to tell them apart` : '';
}
