import type { SqlAnswer } from '@orrery/contract';
import type { BoundQuery, CompiledQuery } from '@orrery/semantic';
import { bucketOf, layOutRow } from './row-layout.ts';

/** The body of `/v1/sql`. Rollups are not built, hence the empty lists. */
export function presentSql(query: BoundQuery, compiled: CompiledQuery, isDevelopment: boolean): SqlAnswer {
  const bucket = query.outputs.find((output) => bucketOf(output));
  return {
    sql: {
      sql: [compiled.text, [...compiled.params]],
      external: false,
      dataSource: compiled.dataSource,
      order: orderOf(query),
      ...(bucket ? { timeDimensionAlias: bucket.alias, timeDimensionField: bucketOf(bucket)?.member } : {}),
      aliasNameToMember: Object.fromEntries(query.outputs.map((output) => [output.alias, output.name])),
      memberNames: query.outputs.map((output) => output.name),
      cacheKeyQueries: [],
      preAggregations: [],
      lambdaQueries: {},
      canUseTransformedQuery: {},
      ...(isDevelopment ? { rollupMatchResults: [] } : {}),
    },
    dataSource: compiled.dataSource,
  };
}

/** The effective order, including the default; a bucket has the plain name of its time where that is unambiguous. */
export function orderOf(query: BoundQuery): Readonly<Record<string, 'asc' | 'desc'>> {
  const keys = layOutRow(query);
  const entries = query.order.flatMap(({ output, isDescending }) => {
    const name = keys.findLast((key) => key.output === output)?.name;
    return name === undefined ? [] : [[name, isDescending ? 'desc' : 'asc'] as const];
  });
  return Object.fromEntries(entries);
}
