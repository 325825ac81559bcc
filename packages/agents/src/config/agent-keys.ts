/** Keys of the mappings of `agents/config.yml` and of the heads of files, in snake_case; camelCase is taken as well. */
const told = ['rules', 'certified_queries', 'skills'] as const;
const settings = ['llm', 'embedding_llm', 'runtime', 'accessible_views', 'memory_mode'] as const;

export const agentKeys = {
  single: [...settings, ...told],
  several: ['spaces', 'agents'],
  space: ['name', 'description', ...told],
  agent: ['name', 'space', 'description', ...settings],
  registered: ['byom'],
  registeredModel: ['name', 'id'],
  rule: ['name', 'type', 'description', 'prompt'],
  certifiedQuery: ['name', 'description', 'user_request', 'sql_query'],
  skill: ['name', 'title', 'description', 'instructions'],
  evalFile: ['space', 'eval_questions', 'questions'],
  evalQuestion: ['name', 'question', 'certified_query', 'sql'],
} as const;

/** Keys with which other products connect servers of tools. */
export const connectorKeys: ReadonlySet<string> = new Set([
  'mcp',
  'mcp_servers',
  'mcp_connectors',
  'connectors',
  'tools',
]);

export const agentChoices = {
  runtime: ['plain', 'reasoning'],
  memory_mode: ['space', 'user', 'disabled'],
  type: ['always', 'agent_requested'],
} as const;

export function camelCased(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function snakeCased(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
