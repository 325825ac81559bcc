import { HiddenNames, type VisibleModel, type VisiblePiece } from '@orrery/analyst';
import type { CallerRuntime } from '@orrery/runtime';
import { isVisible, type Member, type ModelIndex, type Piece } from '@orrery/semantic';

type ModelOfCaller = Pick<CallerRuntime, 'model' | 'access'>;

/** Callers who see the same members of a model share its hidden names, whatever rows they see. */
const known = new WeakMap<ModelIndex, WeakMap<CallerRuntime['access']['hidden'], HiddenNames>>();

/** Finds the names of a model that a caller does not see. @param pieces the cubes and views that may be queried; absent: all */
export function hiddenNamesOf(caller: ModelOfCaller, pieces?: ReadonlySet<string>): HiddenNames {
  if (pieces) return findHidden(caller, pieces);
  const { model, access } = caller;
  const ofModel = known.get(model.index) ?? new WeakMap<CallerRuntime['access']['hidden'], HiddenNames>();
  known.set(model.index, ofModel);
  const found = ofModel.get(access.hidden) ?? findHidden(caller, undefined);
  ofModel.set(access.hidden, found);
  return found;
}

function findHidden({ model: { index }, access }: ModelOfCaller, pieces: ReadonlySet<string> | undefined): HiddenNames {
  const isSeen = (member: Member, { name }: Piece) =>
    (pieces === undefined || pieces.has(name)) && isVisible(member, index, access);
  const all = [...index.pieces.values()];
  const part = (wanted: boolean): VisibleModel => ({
    cubes: all.map((piece) => withMembers(piece, (member) => isSeen(member, piece) === wanted)).filter(hasMembers),
  });
  return new HiddenNames(part(false), part(true));
}

function withMembers({ name, title, kind, ...piece }: Piece, isWanted: (member: Member) => boolean): VisiblePiece {
  return {
    name,
    title,
    type: kind,
    measures: piece.measures.filter(isWanted).map(({ type, aggregateType, ...measure }) => {
      return { ...faceOf(measure), type, aggType: aggregateType };
    }),
    dimensions: piece.dimensions.filter(isWanted).map(({ type, granularities, ...dimension }) => {
      return { ...faceOf(dimension), type, granularities };
    }),
    segments: piece.segments.filter(isWanted).map(faceOf),
  };
}

function faceOf({ id, title, shortTitle, aliases, meta, expression }: Pick<Member, keyof MemberNames>) {
  const aliasMember = expression.kind === 'alias' ? expression.member : undefined;
  return { name: id, title, shortTitle, aliases, meta, aliasMember };
}

type MemberNames = Pick<Member, 'id' | 'title' | 'shortTitle' | 'aliases' | 'meta' | 'expression'>;

function hasMembers({ measures, dimensions, segments }: VisiblePiece): boolean {
  return measures.length + dimensions.length + segments.length > 0;
}
