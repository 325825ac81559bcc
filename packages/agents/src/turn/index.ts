export { answerByAnalyst } from './answer-by-analyst.ts';
export { type TurnDataDependencies, dataOfRuntime } from './data-of-runtime.ts';
export {
  noUsage,
  type PieceOfStep,
  type StepMessage,
  type StepRequest,
  type StreamStep,
  sumOfUsage,
  type Usage,
} from './model-step.ts';
export type { Part } from './part.ts';
export { nearestQueries } from './prompts/system-prompt.ts';
export { readByAnalyst } from './read-by-analyst.ts';
export { runTurn, type TurnDependencies } from './run-turn.ts';
export { estimatedUsage } from './stream-reply.ts';
export { type TurnLimits, turnLimits } from './stops/limits.ts';
export type {
  AgentInEffect,
  CertifiedStatement,
  DashboardOfTurn,
  DataOfTurn,
  OriginOfResult,
  PastTurn,
  QueryOfAnswer,
  ResultOfStatement,
  AgentRule,
  AgentSkill,
  Turn,
} from './turn.ts';
export { searchAndPresent } from './tools/orrery-meta.ts';
export { statementIn } from './tools/orrery-sql-api.ts';
export { toolError } from './tools/tool-error.ts';
export { TurnFailed } from './turn-failed.ts';
