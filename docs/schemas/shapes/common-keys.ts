import { either, flag, list, ref, text, type Schema } from '../schema-of.ts';

export const face: Readonly<Record<string, Schema>> = {
  name: { type: 'string', pattern: '^[_a-zA-Z][_a-zA-Z0-9]*$', description: 'The name in queries and references' },
  title: text('Shown to people; derived from the name by default'),
  description: { type: ['string', 'null'], description: 'The meaning, for people and agents' },
  meta: { type: ['object', 'null'], description: 'Keys and values of any kind; metadata shows them unchanged' },
  public: flag('false: queries cannot use it'),
  shown: flag('Older spelling of public'),
  visible: flag('Older spelling of public'),
};

export const names = (description?: string): Schema => list({ type: 'string' }, description);
export const reference: Schema = {
  type: 'string',
  description: 'A member without braces: status, CUBE.status, orders.status',
};
export const references = (description?: string): Schema => list(reference, description);
export const aliases = names('Other names, for people and agents');
export const shown: Schema = { description: 'Kept in the metadata, below meta' };
export const interval = text('An interval such as 1 month, or 1 year 6 months');
export const scalar: Schema = { type: ['string', 'number', 'boolean', 'null'] };
export const format: Schema = {
  description:
    'Format of the values: number, percent_1, currency, id, a d3-format or strftime specifier, imageUrl, link',
  anyOf: [
    { type: ['string', 'null'] },
    { type: 'object', properties: { type: { const: 'link' }, label: { type: 'string' } } },
  ],
};
export const label = either('A text, or SQL', scalar, ref('sqlHolder'));
export const operators = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'set',
  'not_set',
  'in_date_range',
  'not_in_date_range',
  'on_the_date',
  'before_date',
  'before_or_on_date',
  'after_date',
  'after_or_on_date',
  'measure_filter',
];

export const mask = either('Replaces its values where a policy masks it', scalar, ref('sqlHolder'));
export const filled = { type: 'array', minItems: 1 };
export const policies: Schema = {
  ...filled,
  items: ref('policy'),
  description: 'Policies: who sees which members and rows',
};
export const groupNames: Schema = {
  description: 'The caller is in one of these groups; "*" stands for everybody',
  anyOf: [{ type: 'string' }, { ...filled, items: { type: 'string' } }],
};
/** In YAML, braces without quotes are a mapping of one key. */
export const unquoted: Schema = { type: 'object', maxProperties: 1, additionalProperties: { type: 'null' } };
export const memberNames: Schema = { anyOf: [{ const: '*' }, { type: 'array', items: { type: 'string' } }] };
