import { indexModel, type Member } from '@orrery/semantic';
import type { ModelForCaller } from '@orrery/runtime';
import { unrestricted } from './what-is-left.ts';

/** Returns the model for an unrestricted caller, without policies and rules, with non-public members visible. */
export function seesEverything(state: ModelForCaller): ModelForCaller {
  const { build } = state.model;
  const pieces = build.pieces.map((piece) => ({
    ...piece,
    isPublic: true,
    dimensions: piece.dimensions.map(shown),
    measures: piece.measures.map(shown),
    segments: piece.segments.map(shown),
  }));
  const index = indexModel(pieces, build.unavailable);
  return {
    ...state,
    model: { ...state.model, index },
    access: unrestricted(index),
    caller: state.caller,
    query: { ...state.query, rules: [] },
  };
}

function shown<M extends Member>(member: M): M {
  return { ...member, isPublic: true };
}
