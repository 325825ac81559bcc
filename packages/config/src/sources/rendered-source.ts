import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import type { SourcePlace } from './source-place.ts';

/** Engines whose SQL is written, and which nothing connects to: the names of their dialects. */
const types = ['athena', 'bigquery', 'databricks', 'redshift', 'snowflake', 'spark', 'starburst'] as const;

export interface RenderedSource {
  readonly type: (typeof types)[number];
}

/** Tells whether nothing connects to a data source. */
export function isUnconnected<Other extends { readonly type: string }>(
  source: Other | RenderedSource,
): source is RenderedSource {
  return types.some((type) => type === source.type);
}

/** Reads a data source that `/v1/sql` writes statements for. It has to say that it knows. */
export function readRenderedSource<Type extends RenderedSource['type']>(
  type: Type,
): (yaml: PositionedYaml, source: YamlEntry, place: SourcePlace) => { readonly type: Type } | undefined {
  return (yaml, source, { where }) => {
    const entry = yaml.entries(source.value, where, ['type', 'experimental']).find(({ key }) => key === 'experimental');
    const accepts = entry && yaml.boolean(entry);
    if (accepts) return { type };
    if (!entry || accepts === false) {
      yaml.refuse(
        entry?.value ?? source.keyNode,
        `Orrery writes SQL for '${type}' and does not connect to it: /v1/sql shows statements, which were never run, and no query has rows. 'experimental: true' in ${where} starts with that.`,
      );
    }
    return undefined;
  };
}
