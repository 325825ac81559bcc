import { ownerOf, targetOf, type VisibleDimension } from '../visible-model.ts';
import type { PieceMembers } from './piece-members.ts';
import type { SlotChoice, Slot } from './slot.ts';

/**
 * Times that a period or a unit of time may be of. Unless the question names one, it is that of the rows that the
 * measures are made of: the number of refunds in May is not the number of refunds of orders of May. A choice of fit 1
 * counts other rows, which the question does not name.
 */
export function timeChoices(
  slot: Slot,
  dimensions: readonly VisibleDimension[],
  measures: readonly SlotChoice[],
  members: PieceMembers,
): readonly SlotChoice[] {
  const times = dimensions.filter(({ type }) => type === 'time');
  if (slot.mention) {
    const named = new Map(slot.mention.entries.map(({ member, fit }) => [member, fit]));
    const choices = times.flatMap((time) => {
      const fit = named.get(time.name);
      return fit === undefined ? [] : [choiceOf(time, fit, slot)];
    });
    const most = Math.max(...choices.map(({ fit }) => fit));
    return choices.filter(({ fit }) => fit === most);
  }
  const owners = new Set(measures.map(({ target }) => ownerOf(target)));
  // Times of rows with no times of their own are those of what they belong to.
  const timed = [...owners].filter(
    (owner) => members.hasTimes(owner) || times.some((time) => timeOwner(time) === owner),
  );
  const [only, ...others] = timed;
  if (only === undefined) return times.map((time) => choiceOf(time, 2, slot));
  const own = times.filter((time) => timeOwner(time) === only);
  if (others.length === 0 && own.length > 0) return own.map((time) => choiceOf(time, 3, slot));
  return times.map((time) => choiceOf(time, 1, slot));
}

function timeOwner(time: VisibleDimension): string {
  return ownerOf(targetOf(time));
}

function choiceOf(time: VisibleDimension, fit: number, { granularity }: Slot): SlotChoice {
  const { name: member, shortTitle: title } = time;
  return {
    kind: 'dimension',
    member,
    target: targetOf(time),
    title,
    type: 'time',
    fit,
    ...(granularity ? { granularity } : {}),
  };
}
