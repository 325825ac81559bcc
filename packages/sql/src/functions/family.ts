import { readSignature } from '../types/index.ts';
import type { DuckDbRendering, Entry } from './entry.ts';

type Facts = Partial<Pick<Entry, 'kind' | 'volatility' | 'isStrict' | 'origin'>>;

/** Signatures as `text, int4 -> text`; each has a rendering of its own or shares that of the row. */
export type Row = readonly [
  names: string,
  signatures: string | readonly string[],
  duckdb: DuckDbRendering,
  facts?: Facts,
];

/** Makes entries of rows: a row is one meaning, under each of its names (`ceil ceiling`) and for each signature. */
export function family(rows: readonly Row[], shared: Facts = {}): readonly Entry[] {
  return rows.flatMap(([names, signatures, duckdb, facts]) =>
    names.split(' ').flatMap((name) =>
      [signatures].flat().map(
        (signature): Entry => ({
          ...readSignature(signature),
          name,
          kind: 'scalar',
          volatility: 'immutable',
          isStrict: true,
          origin: 'postgresql',
          ...shared,
          ...facts,
          duckdb,
        }),
      ),
    ),
  );
}

/** A signature for each type: `$` stands for it. */
export function each(types: string, signature: string): readonly string[] {
  return types.split(' ').map((type) => signature.replaceAll('$', type));
}
