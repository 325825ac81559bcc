import { choice, either, list, type MappingShape, mapping, ref, type Schema, text } from './schema-of.ts';

const name: Schema = { type: 'string', minLength: 1 };
const model = either(
  'The name of a language model, auto, or a registered model',
  { type: 'string' },
  ref('registered'),
);

const agent: Readonly<Record<string, Schema>> = {
  llm: { ...model, default: 'auto' },
  embedding_llm: { ...model, default: 'text-embedding-3-large' },
  runtime: { ...choice(['plain', 'reasoning'], 'reasoning adds a thinking step before the answer'), default: 'plain' },
  accessible_views: list({ type: 'string' }, 'Views to query: guidance, not a security rule'),
  memory_mode: { ...choice(['space', 'user', 'disabled'], 'Users who share memories'), default: 'space' },
};

const taught: Readonly<Record<string, Schema>> = {
  rules: list(ref('rule')),
  certified_queries: list(ref('certifiedQuery')),
  skills: list(ref('skill')),
};

/** Keys of the mappings, as the reader of the file has them too. */
export const agentShapes: Readonly<Record<string, MappingShape>> = {
  registered: { keys: { byom: ref('registeredModel') }, required: ['byom'] },
  registeredModel: { keys: { name: text(), id: either(undefined, { type: 'string' }, { type: 'integer' }) } },
  rule: {
    keys: {
      name,
      type: choice(['always', 'agent_requested']),
      description: text('When the rule applies; only for agent_requested'),
      prompt: name,
    },
    required: ['type', 'prompt'],
  },
  certifiedQuery: {
    keys: { name, description: text(), user_request: name, sql_query: name },
    required: ['user_request', 'sql_query'],
  },
  skill: {
    keys: { name, title: name, description: name, instructions: name },
    required: ['title', 'description', 'instructions'],
  },
  space: { keys: { name, description: text(), ...taught }, required: ['name'] },
  agent: { keys: { name, space: name, description: text(), ...agent }, required: ['name', 'space'] },
};

/** Keys of the file itself: of one agent, or of several. */
export const rootShapes: Readonly<Record<'single' | 'several', MappingShape>> = {
  single: { description: 'One agent', keys: { ...agent, ...taught } },
  several: {
    description: 'Several agents; a space owns rules, queries and memories',
    keys: { spaces: list(ref('space')), agents: list(ref('agent')) },
    required: ['agents'],
  },
};

/** Schema with which editors complete and check `agents/config.yml`: one agent, or several in spaces. */
export function agentSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The agents of an Orrery project',
    type: ['object', 'null'],
    anyOf: [mapping(rootShapes.single), mapping(rootShapes.several), { type: 'null' }],
    $defs: Object.fromEntries(Object.entries(agentShapes).map(([key, shape]) => [key, mapping(shape)])),
  };
}
