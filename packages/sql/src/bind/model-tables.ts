import { type Access, isVisible, type Member, type ModelIndex, type Piece } from '@orrery/semantic';
import type { PieceRole } from '../relation/index.ts';
import type { SqlType } from '../types/index.ts';

/** A column of a table before a statement reads it. */
export interface TableColumn {
  readonly name: string;
  readonly type: SqlType;
  readonly role: PieceRole;
}

/** A cube or view as a table. */
export interface ModelTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
}

/** The cubes and views that a caller may name, as tables of the schema `public`. */
export interface ModelTables {
  /** In any letter case; the exact spelling first. */
  find(name: string): ModelTable | undefined;
  names(): readonly string[];
}

/** Cubes and views without a visible member are no tables. */
export function modelTables(model: ModelIndex, access: Access): ModelTables {
  const made = new Map<string, ModelTable>();
  const visible = [...model.pieces.values()].filter(
    (piece) => piece.isPublic && shownOf(piece, model, access).length > 0,
  );
  const folded = new Map(visible.toReversed().map((piece) => [piece.name.toLowerCase(), piece]));
  const exact = new Map<string, Piece>(visible.map((piece) => [piece.name, piece]));
  return {
    find(name) {
      const piece = exact.get(name) ?? folded.get(name.toLowerCase());
      if (!piece) return undefined;
      const known = made.get(piece.name);
      if (known) return known;
      const table = tableOf(piece, model, access);
      made.set(piece.name, table);
      return table;
    },
    names: () => visible.map(({ name }) => name),
  };
}

function shownOf(piece: Piece, model: ModelIndex, access: Access): readonly Member[] {
  // The order of columns is part of the contract.
  return [...piece.measures, ...piece.dimensions, ...piece.segments].filter((one) => isVisible(one, model, access));
}

function tableOf(piece: Piece, model: ModelIndex, access: Access): ModelTable {
  const members = shownOf(piece, model, access).map(
    (member): TableColumn => ({
      name: member.name,
      type: typeOf(member),
      role: { kind: member.kind, member: member.id },
    }),
  );
  const text: SqlType = { name: 'text' };
  return {
    name: piece.name,
    columns: [
      ...members,
      { name: '__user', type: text, role: { kind: 'user' } },
      { name: '__cubeJoinField', type: text, role: { kind: 'join' } },
    ],
  };
}

const counts: ReadonlySet<string> = new Set(['count', 'countDistinct', 'countDistinctApprox']);

/** The type of a column, by the kind and type of its member. */
function typeOf(member: Member): SqlType {
  if (member.kind === 'segment') return { name: 'bool' };
  switch (member.type) {
    case 'boolean':
      return { name: 'bool' };
    case 'number':
      if (member.kind === 'measure' && member.times === 'certain') return { name: 'timestamp' };
      return { name: member.kind === 'measure' && counts.has(member.aggregateType) ? 'int8' : 'float8' };
    case 'string':
      return { name: 'text' };
    case 'time':
      return { name: member.kind === 'measure' ? 'text' : 'timestamp' };
  }
}
