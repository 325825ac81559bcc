import type { Policy, PolicyFilter, QueryRule } from '@orrery/semantic';

type Filters = readonly PolicyFilter[];

/** A policy as its author wrote it, with its place. */
export function policyWords({ file, line, needs, conditions, masks, rows }: Policy): string {
  return [
    `${file}:${line}`,
    `${needs?.kind ?? 'groups'} ${needs?.names.join(', ') ?? '*'}`,
    ...conditions.map(({ source }) => `if ${source}`),
    ...(rows ? [`rows where ${filterWords(rows)}`] : []),
    ...(masks.length > 0 ? [`masks ${masks.join(', ')}`] : []),
  ].join('; ');
}

/** A rule of the project as its author wrote it, with its place. */
export function ruleWords({ file, line, conditions, touches, filters, segments, limit }: QueryRule): string {
  const rows = [...filters.map((filter) => filterWords([filter])), ...segments];
  return [
    `${file}:${line}`,
    ...(touches ? [`for ${touches.join(', ')}`] : []),
    ...conditions.map(({ source }) => `if ${source}`),
    ...(rows.length > 0 ? [`rows where ${rows.join(' and ')}`] : []),
    ...(limit === undefined ? [] : [`at most ${limit} rows`]),
  ].join('; ');
}

/** Members that filters test. */
export function membersTested(filters: Filters): readonly string[] {
  const all = filters.flatMap((filter) => (filter.kind === 'member' ? [filter.member] : membersTested(filter.filters)));
  return [...new Set<string>(all)];
}

function filterWords(filters: Filters, word: 'and' | 'or' = 'and'): string {
  return filters
    .map((filter) => {
      if (filter.kind !== 'member') return `(${filterWords(filter.filters, filter.kind)})`;
      const values = filter.values?.map((value) =>
        typeof value === 'object' && value !== null ? value.source : JSON.stringify(value),
      );
      return [filter.member, filter.operator, values?.join(', ') ?? ''].filter((part) => part !== '').join(' ');
    })
    .join(` ${word} `);
}
