import type { MetaAnswer, MetaDimension, MetaMeasure } from '@orrery/contract';

const head = [
  '// Written by `orrery types`, which writes it again when the model has changed.',
  '// With it, clients of `@orrery/client/data` know the members of this model: a query that names another one does not compile.',
  "import type {} from '@orrery/client/data';",
];

/** The types of a model, as `ModelShape` of the client takes them, in the order of its cubes and views. */
export function declarationsOf({ cubes }: Pick<MetaAnswer, 'cubes'>): string {
  const measures = cubes.flatMap((cube) => cube.measures);
  const dimensions = cubes.flatMap((cube) => cube.dimensions);
  const segments = cubes.flatMap((cube) => cube.segments.map(({ name }) => name));
  const times = dimensions.filter(({ type }) => type === 'time');
  const others = dimensions.filter(({ type }) => type !== 'time');
  return [
    ...head,
    '',
    'export interface Model {',
    ...record(
      'measures',
      measures.map((one) => [one.name, quoted(valueTypeOf(one))]),
    ),
    ...record(
      'dimensions',
      others.map((one) => [one.name, quoted(valueTypeOf(one))]),
    ),
    ...record(
      'times',
      times.map((one) => [one.name, union((one.granularities ?? []).map(({ name }) => name))]),
    ),
    `  readonly segments: ${union(segments)};`,
    '}',
    '',
    "declare module '@orrery/client/data' {",
    '  interface Register {',
    '    readonly model: Model;',
    '  }',
    '}',
    '',
  ].join('\n');
}

function record(name: string, entries: readonly (readonly [key: string, type: string])[]): readonly string[] {
  if (entries.length === 0) return [`  readonly ${name}: Record<never, never>;`];
  return [`  readonly ${name}: {`, ...entries.map(([key, type]) => `    readonly ${quoted(key)}: ${type};`), '  };'];
}

const union = (names: readonly string[]) => (names.length === 0 ? 'never' : names.map(quoted).join(' | '));

/** Names are texts of others: whatever they hold, they stay within their quotes. */
const quoted = (text: string) => JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** Types whose values rows do not show as texts of their own kind. */
function valueTypeOf({ type }: MetaMeasure | MetaDimension): string {
  return type === 'number' || type === 'boolean' || type === 'time' ? type : 'string';
}
