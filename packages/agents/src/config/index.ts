export { AgentConfigurations } from './agent-configurations.ts';
export { loadAgentFiles } from './load-agent-files.ts';
export { agentModelProblems } from './model-problems.ts';
export { readAgentFiles } from './read-agent-files.ts';
export type { AgentConfiguration, ConfiguredAgent, ModelChoice } from './configuration.ts';
