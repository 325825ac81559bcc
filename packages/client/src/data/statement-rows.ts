import { leavable, OrreryError } from '../http/index.ts';
import type { Column, Numbers } from './data-types.ts';
import type { OpenStatement } from './statement-stream.ts';

/** The rows of a statement, once and one after the other, while the server makes them. */
export interface StatementRows<R> extends AsyncIterable<R> {
  /** The columns. Asks the statement if that has not begun. */
  schema(): Promise<readonly Column[]>;
}

/**
 * @param open asks the statement
 * @param by ends its loops
 */
export function statementRows<R, N extends Numbers>(
  open: (signal: AbortSignal) => Promise<OpenStatement<N>>,
  by: AbortSignal | undefined,
): StatementRows<R> {
  const { signal, loop } = leavable(by);
  let opened: Promise<OpenStatement<N>> | undefined;
  const once = () => (opened ??= open(signal));
  return {
    schema: async () => (await once()).schema,
    [Symbol.asyncIterator]: () => loop(rowsOf<R, N>(once)),
  };
}

async function* rowsOf<R, N extends Numbers>(open: () => Promise<OpenStatement<N>>): AsyncGenerator<R, void> {
  const { schema, batches } = await open();
  const names = namesOf(schema);
  for await (const rows of batches) {
    for (const row of rows) yield Object.fromEntries(names.map((name, at) => [name, row[at]])) as R; // as the caller says
  }
}

/** @throws OrreryError when columns share a name, since a row has one value under each name */
function namesOf(schema: readonly Column[]): readonly string[] {
  const names = schema.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return names;
  const message = `Two columns are called ${twice}: name one of them by AS, or use cubeSql, whose rows are lists`;
  throw new OrreryError(message, { code: 'client.same-columns' });
}
