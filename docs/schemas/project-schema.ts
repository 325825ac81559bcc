import { aiInterfaces, aiProviders } from '@orrery/config';
import { filterOperators } from '@orrery/semantic';
import type { Schema } from './schema-of.ts';

const name = { type: 'string', minLength: 1 } satisfies Schema;
const names = { type: 'array', items: name, minItems: 1 } satisfies Schema;
const value = { anyOf: ['string', 'number', 'boolean', 'null'].map((type) => ({ type })) } satisfies Schema;

const group = { type: 'array', items: { $ref: '#/$defs/filter' }, minItems: 1 } satisfies Schema;

const filter = {
  type: 'object',
  properties: {
    member: { type: 'string', pattern: '^\\w+\\.\\w+$' },
    operator: { enum: [...filterOperators] },
    values: { anyOf: [{ type: 'array', items: value, minItems: 1 }, name] },
    and: group,
    or: group,
  },
  additionalProperties: false,
  anyOf: [{ required: ['member', 'operator'] }, { required: ['and'] }, { required: ['or'] }],
} satisfies Schema;

const condition = {
  type: 'object',
  properties: { if: { anyOf: [name, { type: 'boolean' }] } },
  additionalProperties: false,
  required: ['if'],
} satisfies Schema;

const add = {
  type: 'object',
  properties: { filters: group, segments: names },
  additionalProperties: false,
  anyOf: [{ required: ['filters'] }, { required: ['segments'] }],
} satisfies Schema;

const rule = {
  type: 'object',
  properties: {
    when: { type: 'array', items: condition, minItems: 1, description: 'Conditions, all of which must hold' },
    touches: {
      ...names,
      description: 'The rule applies only to queries that read one of these cubes, views and members',
    },
    add: { ...add, description: 'Filters and segments joined with AND to those of the query' },
    limit: { type: 'integer', description: 'The largest number of rows in an answer' },
    refuse: { ...name, description: 'The error message that the caller gets instead of an answer' },
  },
  additionalProperties: false,
  anyOf: ['add', 'limit', 'refuse'].map((key) => ({ required: [key] })),
} satisfies Schema;

const variable = { type: 'string', pattern: '^\\$\\{[^}]+\\}$' } satisfies Schema;
const amount = { anyOf: [{ type: 'number' }, variable] } satisfies Schema;
const count = { anyOf: [{ type: 'integer' }, variable] } satisfies Schema;

const aiModel = {
  type: 'object',
  properties: {
    provider: { enum: [...aiProviders] },
    model: { ...name, description: 'The name that the provider gives it' },
    api: { enum: [...aiInterfaces], description: 'Interface of openai' },
    base_url: { ...name, description: 'https://host/v1; absent: the usual one of the provider' },
    region: { ...name, description: 'Of bedrock and vertex' },
    credential: { ...variable, description: 'A variable that holds the API key' },
    prices: {
      type: 'object',
      properties: { input: amount, cached_input: amount, output: amount },
      additionalProperties: false,
      required: ['input', 'output'],
      description: 'USD for a million tokens',
    },
    limits: {
      type: 'object',
      properties: {
        daily_tokens: count,
        daily_spend: amount,
        daily_tokens_per_user: count,
        daily_spend_per_user: amount,
      },
      additionalProperties: false,
      description: 'Most that may be used in a day (UTC)',
    },
    supports_images: { type: 'boolean' },
    context_tokens: count,
    default: { type: 'boolean' },
  },
  additionalProperties: false,
  required: ['provider', 'model'],
} satisfies Schema;

/** Schema with which editors complete and check `orrery.yml`; the pages of the engines list the keys of data sources. */
export function projectSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'An Orrery project',
    type: 'object',
    properties: {
      data_sources: { type: 'object' },
      query: { type: 'object' },
      query_rewrite: { type: 'array', items: rule, description: 'Rules for queries, after the policies' },
      branches: { type: 'object' },
      model_variables: { type: 'array', items: name },
      models: { type: 'object', additionalProperties: aiModel, description: 'Language models for agents, by name' },
    },
    additionalProperties: false,
    required: ['data_sources'],
    $defs: { filter },
  };
}

/** Keys of the mappings of a rule, for a comparison with the reader. */
export const queryRuleShapes = {
  rule: Object.keys(rule.properties),
  condition: Object.keys(condition.properties),
  add: Object.keys(add.properties),
  filter: Object.keys(filter.properties),
};

/** Keys of the mappings of a language model, for the same. */
export const aiModelShapes = {
  model: Object.keys(aiModel.properties),
  prices: Object.keys(aiModel.properties.prices.properties),
  limits: Object.keys(aiModel.properties.limits.properties),
};
