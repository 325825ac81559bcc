import type { PlatformInput } from '@orrery/client';
import type { Meta, Progress, Query } from '@orrery/client/data';
import { type QueryAnswer, answerQuery, answerStatement } from '@orrery/embed';
import { queryOptions } from '@tanstack/react-query';
import { type ExploredQuery, isCalculated } from '../model/calculated-fields.ts';
import { firstOfComparison } from '../model/comparison.ts';
import type { DataIdentity } from './data.ts';
import { platform } from './platform.ts';

/** Rows of a statement, where the server does not tell how many there may be. */
const mostRows = 50_000;
/** The time for which answers are kept. Answers may be large, and each change of a query has one. */
const answersKeptMs = 30_000;

/** Forms of a query. */
export interface QueryForms {
  readonly semantic?: string;
  /** Why a query has no form as a statement. */
  readonly noStatement?: string;
  readonly generated?: string;
}

/**
 * Requests to the model. Their keys contain queries as texts: objects in keys are equal in any order of their fields,
 * and queries are not.
 */
export const answerQueries = {
  /** @param onProgress called while the answer is not there yet */
  answer: (
    { deploymentId, key, data }: DataIdentity,
    asked: ExploredQuery,
    meta: Meta,
    onProgress?: (progress: Progress) => void,
  ) =>
    queryOptions({
      queryKey: ['answer', deploymentId, key, JSON.stringify(asked)],
      queryFn: async ({ signal }): Promise<QueryAnswer> => {
        const options = { signal, onProgress };
        if (typeof asked === 'string') {
          return answerStatement(data, asked, { ...options, most: meta.rowLimits?.most ?? mostRows });
        }
        const load = (wanted: Query) => answerQuery(data, wanted, meta.cubes, options);
        if (!isCalculated(asked)) return load(asked);
        const { calculatedAnswer } = await import('./calculated-answer.ts');
        return calculatedAnswer({ data }, asked, meta, { load, ...options });
      },
      gcTime: answersKeptMs,
    }),
  /** The meaning of a query, and how it is answered. */
  explanation: ({ deploymentId, key, data }: DataIdentity, query: Query) =>
    queryOptions({
      queryKey: ['explanation', deploymentId, key, JSON.stringify(query)],
      // A comparison is explained by its first range.
      queryFn: ({ signal }) => data.explain(firstOfComparison(query), { signal }),
    }),
  /** The statement over the model that asks the same as a query, and the one that the source runs, where there are any. */
  statements: ({ deploymentId, key, data }: DataIdentity, wanted: ExploredQuery) =>
    queryOptions({
      queryKey: ['statements', deploymentId, key, JSON.stringify(wanted)],
      queryFn: async ({ signal }): Promise<QueryForms> => {
        const asked = await statementIn({ data }, wanted, signal);
        if (typeof asked === 'string') {
          const { sql } = await data.sql(asked, { signal });
          return { semantic: asked, ...(sql.status === 'ok' ? { generated: sql.sql[0] } : {}) };
        }
        const [converted, generated] = await Promise.all([
          data.convert(asked, { signal }),
          data.sql(asked, { signal }),
        ]);
        const said =
          converted.status === 'ok' ? { semantic: String(converted.query) } : { noStatement: converted.error };
        // A comparison runs a statement for each range.
        const all = Array.isArray(generated) ? (generated as readonly (typeof generated)[]) : [generated];
        return { ...said, generated: all.map(({ sql }) => sql.sql[0]).join('\n\n') };
      },
    }),
  /** Values of a dimension for a filter. */
  values: ({ deploymentId, key, data }: DataIdentity, member: string, search: string) =>
    queryOptions({
      queryKey: ['values', deploymentId, key, member, search],
      queryFn: ({ signal }) => data.values({ member, limit: 50, ...(search === '' ? {} : { search }) }, { signal }),
      staleTime: 60_000,
    }),
  /** Access of a security context to the model, and how it differs from that of another one. */
  accessOf: (deploymentId: number, body: PlatformInput<'reportAccess'>['body']) =>
    queryOptions({
      queryKey: ['access', deploymentId, body],
      queryFn: ({ signal }) => platform.reportAccess({ path: { deploymentId }, body }, { signal }),
    }),
};

/** A query with calculated fields as its statement; everything else as it is. */
async function statementIn(
  asker: Pick<DataIdentity, 'data'>,
  asked: ExploredQuery,
  signal: AbortSignal,
): Promise<Query | string> {
  if (typeof asked === 'string' || !isCalculated(asked)) return asked;
  const { isStatement, statementOf } = await import('./calculated-answer.ts');
  const made = await statementOf(asker, asked, { signal });
  return isStatement(made) ? made.text : made;
}
