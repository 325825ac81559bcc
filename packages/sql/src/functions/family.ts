import { readSignature } from '../types/index.ts';
import type { DuckDbRendering, FunctionEntry } from './entry.ts';

type FunctionFacts = Partial<Pick<FunctionEntry, 'kind' | 'volatility' | 'isStrict' | 'origin'>>;

/** Signatures as `text, int4 -> text`; each has a rendering of its own or shares that of the row. */
export type FunctionRow = readonly [
  names: string,
  signatures: string | readonly string[],
  duckdb: DuckDbRendering,
  facts?: FunctionFacts,
];

/** Makes entries of rows: a row is one meaning, under each of its names (`ceil ceiling`) and for each signature. */
export function family(rows: readonly FunctionRow[], shared: FunctionFacts = {}): readonly FunctionEntry[] {
  return rows.flatMap(([names, signatures, duckdb, facts]) =>
    names.split(' ').flatMap((name) =>
      [signatures].flat().map(
        (signature): FunctionEntry => ({
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
