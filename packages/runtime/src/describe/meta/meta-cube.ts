import type { MetaCube } from '@orrery/contract';
import {
  type Access,
  type Cube,
  isVisible,
  type Join,
  type Member,
  type ModelIndex,
  type Piece,
} from '@orrery/semantic';
import { extendDimension, extendMeasure, extendSegment } from './extended-member.ts';
import { fragmentText } from './fragment-text.ts';
import { presentDimension, presentMeasure, presentSegment } from './meta-member.ts';
import { presentFolders, presentHierarchies } from './meta-structure.ts';
import { presentRefreshKey } from './refresh-key.ts';

export interface MetaCubeOptions {
  readonly onlyViews: boolean;
  /** Adds the authors' SQL, joins and files. */
  readonly isExtended: boolean;
  /** Separator between names of nested folders; when absent, members of inner folders belong to the outermost one. */
  readonly foldersDelimiter?: string;
  /** Rows of answers, which extended metadata tells. */
  readonly rowLimits?: { readonly usual: number; readonly most: number };
}

/** A cube or view with the members the caller may see; `undefined` when none of it may be shown. */
export function presentPiece(
  piece: Piece,
  model: ModelIndex,
  access: Access,
  options: MetaCubeOptions,
): MetaCube | undefined {
  if (options.onlyViews && piece.kind !== 'view') return undefined;
  const { isExtended } = options;
  const shown = <M extends Member>(members: readonly M[]) =>
    members.filter((member) => isVisible(member, model, access));
  const measures = shown(piece.measures);
  const dimensions = shown(piece.dimensions);
  const segments = shown(piece.segments);
  if (measures.length + dimensions.length + segments.length === 0) return undefined;
  return {
    name: piece.name,
    title: piece.title,
    type: piece.kind,
    ...(piece.description === undefined ? {} : { description: piece.description }),
    ...(piece.meta === undefined ? {} : { meta: piece.meta }),
    isVisible: piece.isPublic,
    public: piece.isPublic,
    ...(piece.kind === 'cube' && piece.component !== undefined ? { connectedComponent: piece.component } : {}),
    measures: measures.map((member) => ({
      ...presentMeasure(member, model, access),
      ...(isExtended ? extendMeasure(member, piece.name) : {}),
    })),
    dimensions: dimensions.map((member) => ({
      ...presentDimension(member, model, access),
      ...(isExtended ? extendDimension(member, piece.name) : {}),
    })),
    segments: segments.map((member) => ({
      ...presentSegment(member, access),
      ...(isExtended ? extendSegment(member, piece.name) : {}),
    })),
    hierarchies: presentHierarchies(piece, model, access),
    ...presentFolders(piece, model, access, options.foldersDelimiter),
    ...(piece.kind === 'view' && piece.groups.length > 0 ? { viewGroups: piece.groups.map(({ name }) => name) } : {}),
    ...(isExtended ? { fileName: piece.file, ...(piece.kind === 'cube' ? extendCube(piece, model, access) : {}) } : {}),
  };
}

/** Whether a piece is shown: it must be public and have members to query. */
function isShown(piece: Piece, model: ModelIndex, access: Access): boolean {
  return membersOf(piece).some((member) => isVisible(member, model, access));
}

/**
 * Adds joins and SQL. Joins that cannot be taken, or lead to hidden cubes, are left out. The author's SQL is unchanged,
 * except that of a source whose members are partly hidden, because it names them.
 */
function extendCube(
  cube: Cube,
  model: ModelIndex,
  access: Access,
): Pick<MetaCube, 'extends' | 'sql' | 'refreshKey' | 'joins' | 'preAggregations'> {
  const isShownJoin = ({ to, fault }: Join): boolean => {
    if (fault !== undefined) return false;
    const target = model.pieces.get(to);
    return target !== undefined && isShown(target, model, access);
  };
  const parent = cube.extends === undefined ? undefined : model.pieces.get(cube.extends);
  const isWhole = !membersOf(cube).some(({ id }) => access.hidden.has(id));
  return {
    ...(parent && !membersOf(parent).every(({ id }) => access.hidden.has(id)) ? { extends: parent.name } : {}),
    ...(isWhole ? { sql: sourceText(cube) } : {}),
    ...(isWhole && cube.refreshKey ? { refreshKey: presentRefreshKey(cube.refreshKey, cube.name) } : {}),
    joins: cube.joins.filter(isShownJoin).map((join) => ({
      name: join.to,
      relationship: join.relationship.replaceAll('-', '_'),
      sql: fragmentText(join.sql, cube.name),
    })),
    preAggregations: cube.preAggregations.map(({ name }) => ({ name })),
  };
}

function membersOf({ measures, dimensions, segments }: Piece): readonly Member[] {
  return [...measures, ...dimensions, ...segments];
}

function sourceText({ source, name }: Cube): string {
  return source.kind === 'table' ? `SELECT * FROM ${fragmentText(source.table, name)}` : fragmentText(source.sql, name);
}
