import type { TableDescription } from '@orrery/engines';
import type { Cube, Piece } from '@orrery/semantic';
import { cubePath } from './model-paths.ts';

/** What the project's model has already: it stays as it is, and what is generated goes round it. */
export interface ExistingModel {
  readonly pieces: ReadonlyMap<string, Piece>;
  /** Paths of model files, relative to the model folder. */
  readonly files: ReadonlySet<string>;
  /** The cube whose rows are those of the table. */
  cubeOver(table: TableDescription): Cube | undefined;
}

export function existingModel(pieces: readonly Piece[], files: readonly string[], dataSource: string): ExistingModel {
  const tables = pieces.flatMap((piece) => {
    if (piece.kind !== 'cube' || piece.dataSource !== dataSource || piece.extends !== undefined) return [];
    const table = tableOf(piece);
    return table ? [{ cube: piece, table }] : [];
  });
  return {
    pieces: new Map(pieces.map((piece) => [piece.name, piece])),
    files: new Set(files),
    cubeOver: ({ schema, name, isOnPath }) =>
      tables.find(({ table }) => isSame(table.name, name) && (table.schema ? isSame(table.schema, schema) : isOnPath))
        ?.cube,
  };
}

/**
 * Why a table gets no new cube although none is known to have its rows: something of the model has its name, most likely
 * a cube made of it by hand.
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
  return existing.files.has(path) ? `${path} is there and says nothing of it` : undefined;
}

interface NamePart {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** The table of `sql_table`, as far as its text is one name: `orders`, `"Order"`, `db.public.orders`. */
function tableOf({ source }: Cube): { readonly schema?: NamePart; readonly name: NamePart } | undefined {
  if (source.kind !== 'table') return undefined;
  const text = source.table.parts
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('')
    .trim();
  if (!/^(?:"(?:[^"]|"")+"|`(?:[^`]|``)+`|[\w$]+)(?:\s*\.\s*(?:"(?:[^"]|"")+"|`(?:[^`]|``)+`|[\w$]+))*$/.test(text))
    return undefined;
  const parts = [...text.matchAll(/"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|([\w$]+)/g)].map(([, double, back, bare]) => ({
    text: double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? bare ?? '',
    isQuoted: bare === undefined,
  }));
  const [name, schema] = parts.toReversed();
  return name && { ...(schema ? { schema } : {}), name };
}

/** Engines fold the letter case of names without quotes, some of all. */
function isSame({ text, isQuoted }: NamePart, name: string): boolean {
  return isQuoted ? text === name : text.toLowerCase() === name.toLowerCase();
}
