import { findFits, type Fit, type KnownValues, type PieceMembers, type Slot } from '../fit/index.ts';
import type { QuestionFault } from '../read/index.ts';
import { listed, plain } from '../text/index.ts';
import type { VisiblePiece } from '../visible-model.ts';

/** Why no cube or view has a member for each slot: the first part that does not go with the parts before it. */
export function explainNoFit(
  slots: readonly Slot[],
  pieces: readonly VisiblePiece[],
  members: PieceMembers,
  values: KnownValues,
): QuestionFault {
  const ordered = [...slots].sort((a, b) => Number(b.role === 'measure') - Number(a.role === 'measure'));
  for (let count = 1; count <= ordered.length; count += 1) {
    if (findFits(ordered.slice(0, count), pieces, members, values).length > 0) continue;
    const [slot, before] = [ordered[count - 1], ordered.slice(0, count - 1)];
    if (!slot) break;
    const isView = ({ piece }: Fit) => Number(members.piece(piece)?.type === 'view');
    const alone = findFits([slot], pieces, members, values).toSorted((a, b) => isView(b) - isView(a));
    const wanted = slot.role === 'time' && !slot.mention ? 'a time' : 'it';
    if (alone.length === 0 && slot.role === 'filter')
      return { words: slotWords(slot), reason: 'no field has such a value' };
    if (alone.length === 0) return { words: slot.words, reason: `there is no such ${roleName(slot)} here` };
    const others = listed(before.map(({ words }) => plain(words, 60)));
    const where = [...new Set(alone.map(({ piece }) => members.piece(piece)?.title ?? piece))];
    const shown = listed(where.slice(0, 5).map((title) => plain(title, 60)));
    const measures = alone.flatMap(({ piece }) => members.piece(piece)?.measures ?? []);
    const offered = [...new Set(measures.map((measure) => plain(members.titleOf(measure), 60)))].slice(0, 8);
    const instead = slot.role === 'measure' || offered.length === 0 ? '' : `, with ${listed(offered)}`;
    return { words: slot.words, reason: `no view has ${wanted} together with ${others}; it is in ${shown}${instead}` };
  }
  return { words: listed(slots.map(({ words }) => words)), reason: 'no view has all of it' };
}

function slotWords({ words, values = [] }: Slot): string {
  return values.map((value) => value.words).join(' ') || words;
}

function roleName({ role }: Slot): string {
  if (role === 'measure') return 'measure';
  return role === 'time' ? 'time' : 'field';
}
