import {
  type Access,
  exactNumberOf,
  isVisible,
  type Member,
  type MemberId,
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

/** A folder as a schema: the views that have it, with the members in it. */
interface FolderSchema {
  readonly name: string;
  readonly tables: readonly ModelTable[];
}

/** The cubes and views that a caller may name, as tables of the schema `public`, and of their folders. */
export interface ModelTables {
  /**
   * Finds a table in any letter case; the exact spelling comes first.
   *
   * @param schema absent: `public`
   */
  find(name: string, schema?: string): ModelTable | undefined;
  names(): readonly string[];
  /** The schemas that folders of views are, each with its tables. */
  folderSchemas(): readonly FolderSchema[];
  /** The relations that tell of them. */
  readonly catalog: CallerCatalog;
}

/** Cubes and views without a visible member are no tables. Each is made when it is first read. */
export function modelTables(model: ModelIndex, access: Access): ModelTables {
  const made = new Map<string, ModelTable>();
  const isTable = (piece: Piece) => piece.isPublic && membersOf(piece).some((one) => isVisible(one, model, access));
  const pieceNamed = (name: string) => inAnyCase([...model.pieces.values()], name).find(isTable);
  const inFolder = (view: string, members: ReadonlySet<MemberId>): ModelTable | undefined => {
    const piece = model.pieces.get(view);
    const table = piece && isTable(piece) ? tableOf(piece, model, access, members) : undefined;
    return table?.columns.some(({ role }) => 'member' in role) ? table : undefined;
  };
  const folders = [...(model.folderSchemas ?? [])].map(([name, views]) => ({ name, views }));
  const tables = {
    find(name: string, schema = 'public') {
      if (schema.toLowerCase() !== 'public') {
        for (const { views } of inAnyCase(folders, schema)) {
          const named = inAnyCase(
            [...views].map(([view, members]) => ({ name: view, members })),
            name,
          );
          for (const { name: view, members } of named) {
            const table = inFolder(view, members);
            if (table) return table;
          }
        }
        return undefined;
      }
      const piece = pieceNamed(name);
      if (!piece) return undefined;
      const table = made.get(piece.name) ?? tableOf(piece, model, access);
      made.set(piece.name, table);
      return table;
    },
    folderSchemas: () =>
      folders.flatMap(({ name, views }): readonly FolderSchema[] => {
        const found = [...views].flatMap(([view, members]) => inFolder(view, members) ?? []);
        return found.length === 0 ? [] : [{ name, tables: found }];
      }),
    names: () => [...model.pieces.values()].filter(isTable).map(({ name }) => name),
  };
  return { ...tables, catalog: catalogOf(model, access, tables) };
}

/** Lists the things of a name, in its own spelling first and then in any letter case. */
function inAnyCase<Named extends { readonly name: string }>(all: readonly Named[], name: string): readonly Named[] {
  const folded = name.toLowerCase();
  const named = all.filter((one) => one.name.toLowerCase() === folded);
  return [...named.filter((one) => one.name === name), ...named.filter((one) => one.name !== name)];
}

/** Lists the members in the contract's order of columns. */
function membersOf({ measures, dimensions, segments }: Piece): readonly Member[] {
  return [...measures, ...dimensions, ...segments];
}

/** @param only the members of a folder; absent: all */
function tableOf(piece: Piece, model: ModelIndex, access: Access, only?: ReadonlySet<MemberId>): ModelTable {
  const listed = membersOf(piece).filter(({ id }) => only?.has(id) ?? true);
  const visible = listed.filter((one) => isVisible(one, model, access));
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
