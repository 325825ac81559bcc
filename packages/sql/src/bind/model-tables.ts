import {
  type Access,
  exactNumberOf,
  isVisible,
  type Member,
  type ModelIndex,
  type Piece,
  resolveAlias,
} from '@orrery/semantic';
import { type CallerCatalog, catalogOf } from '../catalog/index.ts';
import type { PieceRole } from '../relation/index.ts';
import type { SqlType } from '../types/index.ts';

/** A column of a table before a statement reads it. */
interface TableColumn {
  readonly name: string;
  readonly type: SqlType;
  readonly role: PieceRole;
}

/** A cube or view as a table. */
interface ModelTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
}

/** The cubes and views that a caller may name, as tables of the schema `public`. */
export interface ModelTables {
  /** Finds a table in any letter case; the exact spelling comes first. */
  find(name: string): ModelTable | undefined;
  names(): readonly string[];
  /** The relations that tell of them. */
  readonly catalog: CallerCatalog;
}

/** Cubes and views without a visible member are no tables. Each is made when it is first read. */
export function modelTables(model: ModelIndex, access: Access): ModelTables {
  const made = new Map<string, ModelTable>();
  const isTable = (piece: Piece) => piece.isPublic && membersOf(piece).some((one) => isVisible(one, model, access));
  const pieceNamed = (name: string) => {
    const folded = name.toLowerCase();
    const named = [...model.pieces.values()].filter((piece) => piece.name.toLowerCase() === folded);
    return named.find((piece) => piece.name === name && isTable(piece)) ?? named.find(isTable);
  };
  const tables = {
    find(name: string) {
      const piece = pieceNamed(name);
      if (!piece) return undefined;
      const table = made.get(piece.name) ?? tableOf(piece, model, access);
      made.set(piece.name, table);
      return table;
    },
    names: () => [...model.pieces.values()].filter(isTable).map(({ name }) => name),
  };
  return { ...tables, catalog: catalogOf(model, access, tables) };
}

/** Lists the members in the contract's order of columns. */
function membersOf({ measures, dimensions, segments }: Piece): readonly Member[] {
  return [...measures, ...dimensions, ...segments];
}

function tableOf(piece: Piece, model: ModelIndex, access: Access): ModelTable {
  const visible = membersOf(piece).filter((one) => isVisible(one, model, access));
  const members = visible.map(
    (member): TableColumn => ({
      name: member.name,
      type: typeOfMember(member, model),
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

/** The type of a column, by the kind and type of its member; that of its data source for numbers that no double holds. */
export function typeOfMember(member: Member, model: ModelIndex): SqlType {
  if (member.kind === 'segment') return { name: 'bool' };
  switch (member.type) {
    case 'boolean':
      return { name: 'bool' };
    case 'number':
      if (member.kind === 'measure' && member.times === 'certain') return { name: 'timestamp' };
      if (member.kind === 'measure' && counts.has(member.aggregateType)) return { name: 'int8' };
      return exactType(member, model) ?? { name: 'float8' };
    case 'string':
      return { name: 'text' };
    case 'time':
      return { name: member.kind === 'measure' ? 'text' : 'timestamp' };
  }
}

function exactType({ id, kind }: Member, model: ModelIndex): SqlType | undefined {
  if (model.exact === undefined) return undefined;
  const exact = exactNumberOf(model, resolveAlias(model, id, kind).member.id);
  if (exact === undefined) return undefined;
  if (exact === 'integer') return { name: 'float8', isWhole: true };
  return exact === 'bigint' ? { name: 'int8' } : { name: 'numeric', modifier: [exact.digits, exact.decimals] };
}
