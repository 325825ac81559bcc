import { type CubeName, type ModelIndex, requireMeasure, resolveAlias } from '@orrery/semantic';
import { functionsNamed } from '../../functions/index.ts';
import {
  type AggregateCall,
  type Column,
  type Relation,
  sameScalar,
  type Scalar,
  type SharedRelation,
} from '../../relation/index.ts';
import { columnScalar } from '../part.ts';
import { scalarsOfCall } from '../row-values.ts';
import { baseColumns, equatedIn, type OfPiece } from './base-columns.ts';

/** Functions that make the value of all rows from the values of groups of them. */
const adding: Readonly<Record<string, string>> = { sum: 'sum', count: 'sum', min: 'min', max: 'max' };

/** Functions that rows which are read twice do not change. */
const lasting: Readonly<Record<string, string>> = {
  min: 'min',
  max: 'max',
  bool_and: 'bool_and',
  bool_or: 'bool_or',
  every: 'bool_and',
};

/** Whether a call over columns of rows has one value, however often a join repeats these rows. */
export function isLasting({ function: { name }, isDistinct }: AggregateCall): boolean {
  return lasting[name] !== undefined || (name === 'count' && isDistinct);
}

interface AddedParts {
  /** The keys, over the selection. */
  readonly keys: readonly Scalar[];
  readonly selection: Relation;
  /** Whether a group may have one part several times. */
  readonly isRepeated: boolean;
}

/**
 * A call that makes the value of a group from those of its parts, which hold different rows each.
 *
 * @returns undefined where the parts do not tell it, or where a row may be in several of them
 */
export function addedUp(
  call: AggregateCall,
  part: Column,
  { keys, selection, isRepeated }: AddedParts,
  { model, shared }: { readonly model: ModelIndex; readonly shared: readonly SharedRelation[] },
): AggregateCall | undefined {
  const read = scalarsOfCall(call).map((one) => baseColumns(selection, one, shared));
  const pieces = new Set(read.flatMap((one) => one ?? []).map(({ piece }) => piece));
  const grouped = keys.map((one) => ownColumns(one, pieces, selection, shared));
  if ([...read, ...grouped].includes(undefined)) return undefined;
  const columns = [...read, ...grouped].flatMap((one) => one ?? []);
  const measures = read.flatMap((one) => one ?? []).filter(({ column }) => column.role.kind === 'measure');
  const name = measures.length === 0 ? lasting[call.function.name] : addingOf(call, measures, columns, model);
  if (name === undefined || (isRepeated && name === 'sum')) return undefined;
  const entry = functionsNamed(name).find(({ parameters: [first] }) => first === part.type.name || first === 'any');
  if (!entry) return undefined;
  const type = name === 'sum' && part.type.name === 'int8' ? ({ name: 'numeric' } as const) : part.type;
  return {
    function: entry,
    arguments: [columnScalar(part)],
    isDistinct: false,
    order: [],
    type,
    position: call.position,
  };
}

/** The columns of a key, or of an expression over certain views that a join equates with it and that tells it so. */
function ownColumns(
  key: Scalar,
  pieces: ReadonlySet<CubeName>,
  selection: Relation,
  shared: readonly SharedRelation[],
): readonly OfPiece[] | undefined {
  const equal = equatedIn(selection).flatMap(([one, other]) =>
    sameScalar(one, key) ? [other] : sameScalar(other, key) ? [one] : [],
  );
  const found = [key, ...equal].map((one) => baseColumns(selection, one, shared));
  return found.find((columns) => columns?.every(({ piece }) => pieces.has(piece))) ?? found[0];
}

function addingOf(
  call: AggregateCall,
  measures: readonly OfPiece[],
  columns: readonly OfPiece[],
  model: ModelIndex,
): string | undefined {
  const types = new Set(
    measures.flatMap(({ column: { role } }) =>
      'member' in role ? [requireMeasure(model, role.member).aggregateType] : [],
    ),
  );
  const [type, ...more] = types;
  const written = call.function.name.toLowerCase();
  if (type === undefined || call.isDistinct || ![...types].every((one) => isOfRows.has(one))) return undefined;
  const isOwn = written === 'measure';
  if (isOwn && more.length > 0) return undefined;
  const made = adding[isOwn ? type : written];
  if (made === undefined || (written === 'count' && type !== 'count')) return undefined;
  return made === 'min' || made === 'max' || areApart(measures, columns, model) ? made : undefined;
}

const isOfRows: ReadonlySet<string> = new Set(['sum', 'count', 'avg', 'min', 'max']);

/** Whether each row of the measures' cube has at most one value of every dimension. */
function areApart(measures: readonly OfPiece[], columns: readonly OfPiece[], model: ModelIndex): boolean {
  const piece = measures[0]?.piece;
  if (piece === undefined || columns.some((one) => one.piece !== piece)) return false;
  return measures.every((measure) => columns.every((column) => isSingle(pathOf(measure), pathOf(column))));

  function pathOf({ column: { role } }: OfPiece): readonly CubeName[] {
    return 'member' in role ? resolveAlias(model, role.member, role.kind).path : [];
  }

  /** Whether rows of one cube of a view have at most one row of another: up to where the paths part, and down. */
  function isSingle(from: readonly CubeName[], to: readonly CubeName[]): boolean {
    const parts = from.findIndex((cube, at) => cube !== to[at]);
    const common = parts < 0 ? from.length : parts;
    if (common === 0) return false;
    return (
      areJoins(model, from.slice(common - 1), 'many-to-one') && areJoins(model, to.slice(common - 1), 'one-to-many')
    );
  }
}

/** Whether no join of a path is of a kind. */
function areJoins(model: ModelIndex, path: readonly CubeName[], but: 'many-to-one' | 'one-to-many'): boolean {
  return path.slice(1).every((to, index) => {
    const from = path[index];
    const piece = from === undefined ? undefined : model.pieces.get(from);
    const join = piece?.kind === 'cube' ? piece.joins.find((one) => one.to === to) : undefined;
    return join !== undefined && join.relationship !== but;
  });
}
