import type { WireQuery } from '@orrery/contract';
import { unrestricted } from '@orrery/deployments';
import {
  type CallerRuntime,
  InvalidQuery,
  prepareKnowing,
  printedQuery,
  readRequest,
  StatementInvalid,
} from '@orrery/runtime';
import type { AnswerRows } from './answer-rows.ts';

/**
 * A query as a statement, whether the caller may ask it or not.
 *
 * @returns undefined for a query that no statement says, or that the model does not answer
 */
export async function statementOf(caller: CallerRuntime, query: WireQuery, now: number): Promise<string | undefined> {
  const access = { value: unrestricted(caller.model.index) };
  const runtime: CallerRuntime = Object.create(caller, { access });
  try {
    const { queries } = readRequest({ query: JSON.stringify(query) }, false);
    const [first] = await prepareKnowing(queries, runtime, now, { tenant: 'proof', insists: false });
    return first && (await printedQuery(first.prepared));
  } catch (error) {
    if (error instanceof InvalidQuery || error instanceof StatementInvalid) return undefined;
    throw error;
  }
}

interface StatementLine {
  readonly error?: string;
  readonly schema?: readonly { readonly name: string }[];
  readonly data?: AnswerRows;
}

/** The answer to a statement, or the whole error. */
export type StatementAnswer =
  | { readonly names: readonly string[]; readonly rows: AnswerRows }
  | { readonly error: string };

/** The columns and rows of an answer of `cubesql`, or the error in it. */
export function rowsOfLines(text: string): StatementAnswer {
  const rows: (readonly unknown[])[] = [];
  const names: string[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const { error, schema = [], data = [] } = JSON.parse(line) as StatementLine; // the service's own line
    if (error !== undefined) return { error };
    names.push(...schema.map(({ name }) => name));
    rows.push(...data);
  }
  return { names, rows };
}
