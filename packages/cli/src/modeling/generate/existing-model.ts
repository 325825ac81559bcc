import type { TableDescription } from '@orrery/engines';
import type { Cube, Piece } from '@orrery/semantic';
import { isTableName, tableNameOf } from '../table-name-of.ts';
import { cubePath } from './model-paths.ts';

/** The project's existing model: it stays unchanged, and generated cubes avoid its names. */
export interface ExistingModel {
  readonly pieces: ReadonlyMap<string, Piece>;
  /** Paths of model files, relative to the model folder. */
  readonly files: ReadonlySet<string>;
  /** Finds the cube over the rows of the table. */
  cubeOver(table: TableDescription): Cube | undefined;
}

export function existingModel(pieces: readonly Piece[], files: readonly string[], dataSource: string): ExistingModel {
  const cubes = pieces.flatMap((piece) => {
    if (piece.kind !== 'cube' || piece.dataSource !== dataSource || piece.extends !== undefined) return [];
    const name = tableNameOf(piece);
    return name ? [{ cube: piece, name }] : [];
  });
  return {
    pieces: new Map(pieces.map((piece) => [piece.name, piece])),
    files: new Set(files),
    cubeOver: (table) => cubes.find(({ name }) => isTableName(name, table))?.cube,
  };
}

/**
 * Explains why a table gets no new cube although no cube is known to have its rows: something in the model has its
 * name, most likely a cube made by hand.
 */
export function whyLeftAlone(
  cubeName: string,
  tables: readonly TableDescription[],
  existing: ExistingModel,
): string | undefined {
  const piece = existing.pieces.get(cubeName);
  if (piece?.kind === 'cube') {
    const isOfOther = tables.some((table) => existing.cubeOver(table) === piece);
    return isOfOther ? undefined : `the model has a cube of its name, in ${piece.file}`;
  }
  const path = cubePath(cubeName);
  return existing.files.has(path) ? `${path} exists and does not define it` : undefined;
}
