import type { MetaCube } from '@orrery/contract';
import type { Cube, Join, Member, ModelIndex, Piece } from '@orrery/semantic';
import { extendDimension, extendMeasure, extendSegment } from './extended-member.ts';
import { fragmentText } from './fragment-text.ts';
import { presentDimension, presentMeasure, presentSegment } from './meta-member.ts';
import { presentFolders, presentHierarchies } from './meta-structure.ts';
import { presentRefreshKey } from './refresh-key.ts';

export interface MetaOptions {
  readonly onlyViews: boolean;
  /** Adds the authors' SQL, joins and files. */
  readonly isExtended: boolean;
}

/** A cube or view with its public members; `undefined` when nothing of it may be shown. */
export function presentPiece(piece: Piece, model: ModelIndex, options: MetaOptions): MetaCube | undefined {
  if (options.onlyViews && piece.kind !== 'view') return undefined;
  const { isExtended } = options;
  if (!isShown(piece)) return undefined;
  const measures = piece.measures.filter((member) => member.isPublic);
  const dimensions = piece.dimensions.filter((member) => member.isPublic);
  const segments = piece.segments.filter((member) => member.isPublic);
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
      ...presentMeasure(member, model),
      ...(isExtended ? extendMeasure(member, piece.name) : {}),
    })),
    dimensions: dimensions.map((member) => ({
      ...presentDimension(member, model),
      ...(isExtended ? extendDimension(member, piece.name) : {}),
    })),
    segments: segments.map((member) => ({
      ...presentSegment(member),
      ...(isExtended ? extendSegment(member, piece.name) : {}),
    })),
    hierarchies: presentHierarchies(piece, model),
    ...presentFolders(piece, model),
    ...(piece.kind === 'view' && piece.groups.length > 0 ? { viewGroups: piece.groups.map(({ name }) => name) } : {}),
    ...(isExtended ? { fileName: piece.file, ...(piece.kind === 'cube' ? extendCube(piece, model) : {}) } : {}),
  };
}

/** A piece is there for callers when it is public and has something to ask for. */
function isShown(piece: Piece): boolean {
  return piece.isPublic && [piece.measures, piece.dimensions, piece.segments].some(hasPublic);
}

function hasPublic(members: readonly Member[]): boolean {
  return members.some((member) => member.isPublic);
}

/** Joins to cubes that are not shown are left out; the SQL texts of the author are given as they are. */
function extendCube(
  cube: Cube,
  model: ModelIndex,
): Pick<MetaCube, 'extends' | 'sql' | 'refreshKey' | 'joins' | 'preAggregations'> {
  const isShownJoin = ({ to }: Join): boolean => {
    const target = model.pieces.get(to);
    return target !== undefined && isShown(target);
  };
  return {
    ...(cube.extends === undefined ? {} : { extends: cube.extends }),
    sql:
      cube.source.kind === 'table'
        ? `SELECT * FROM ${fragmentText(cube.source.table, cube.name)}`
        : fragmentText(cube.source.sql, cube.name),
    ...(cube.refreshKey ? { refreshKey: presentRefreshKey(cube.refreshKey, cube.name) } : {}),
    joins: cube.joins.filter(isShownJoin).map((join) => ({
      name: join.to,
      relationship: join.relationship.replaceAll('-', '_'),
      sql: fragmentText(join.sql, cube.name),
    })),
    preAggregations: cube.preAggregations.map((name) => ({ name })),
  };
}
