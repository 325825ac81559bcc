import type { WireQuery } from '@orrery/contract';

type Filter = NonNullable<WireQuery['filters']>[number];
type Row = Readonly<Record<string, unknown>>;

/**
 * A query as a document of GraphQL, and how its rows are read; undefined for what it has no words for.
 *
 * @param times measures that are times
 */
export function documentOf(
  query: WireQuery,
  times: ReadonlySet<string>,
): { readonly text: string; cells(row: Row): readonly unknown[] } | undefined {
  const { measures = [], dimensions = [], timeDimensions = [], filters = [], segments = [], order, timezone } = query;
  if (segments.length > 0 || (timezone !== undefined && timezone !== 'UTC')) return undefined;
  const ranges = timeDimensions.flatMap(({ dimension, dateRange }): readonly Filter[] =>
    Array.isArray(dateRange) ? [{ member: dimension, operator: 'inDateRange', values: dateRange as string[] }] : [],
  );
  const conditions = [...filters, ...ranges].map(conditionOf);
  if (conditions.some((one) => one === undefined)) return undefined;
  const buckets = timeDimensions.flatMap(({ dimension, granularity }) =>
    granularity === undefined ? [] : [{ dimension, granularity }],
  );
  const fields = [
    ...dimensions.map((id) => ({ id, field: '' })),
    ...buckets.map(({ dimension, granularity }) => ({ id: dimension, field: granularity })),
    ...measures.map((id) => ({ id, field: times.has(id) ? 'value' : '' })),
  ];
  if (fields.length === 0 || order !== undefined || query.ungrouped) return undefined;
  const named = fields.map((field, at) => ({ ...field, alias: `f${at}` }));
  const byCube = Map.groupBy(named, ({ id }) => id.split('.')[0] ?? '');
  const cubes = [...byCube].map(
    ([cube, own]) =>
      `${cube} { ${own.map(({ id, field, alias }) => `${alias}: ${id.split('.')[1]}${field ? ` { ${field} }` : ''}`).join(' ')} }`,
  );
  const where = conditions.length > 0 ? `(where: {AND: [${conditions.join(', ')}]})` : '';
  return {
    text: `{ cube${where} { ${cubes.join(' ')} } }`,
    cells: (row) =>
      named.map(({ id, field, alias }) => {
        const cell = (row[id.split('.')[0] ?? ''] as Row)[alias];
        return field && cell !== null ? (cell as Row)[field] : cell;
      }),
  };
}

const lists: ReadonlySet<string> = new Set([
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'inDateRange',
  'notInDateRange',
]);

function conditionOf(filter: Filter): string | undefined {
  if ('or' in filter || 'and' in filter) {
    const parts = ('or' in filter ? filter.or : filter.and) as readonly Filter[];
    const written = parts.map(conditionOf);
    if (written.length === 0 || written.includes(undefined)) return undefined;
    return `{${'or' in filter ? 'OR' : 'AND'}: [${written.join(', ')}]}`;
  }
  const { member = '', operator, values = [] } = filter as { member?: string; operator: string; values?: unknown[] };
  const [cube, name] = member.split('.');
  const written = operator === 'notSet' ? 'set: false' : operator === 'set' ? 'set: true' : testOf(operator, values);
  return written === undefined ? undefined : `{${cube}: {${name}: {${written}}}}`;
}

function testOf(operator: string, values: readonly unknown[]): string | undefined {
  if (values.includes(null)) return undefined;
  const name =
    operator === 'equals' && values.length > 1
      ? 'in'
      : operator === 'notEquals' && values.length > 1
        ? 'notIn'
        : operator;
  const texts = values.map((value) => JSON.stringify(value));
  return lists.has(name) ? `${name}: [${texts.join(', ')}]` : `${name}: ${texts[0]}`;
}
