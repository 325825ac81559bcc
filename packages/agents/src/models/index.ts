export { AiModels, type AiModelsDependencies, type ChosenModel } from './ai-models.ts';
export type { RegisteredAiModel } from './registry/index.ts';
export type { ModelTest } from './test-model.ts';
export type { UsageOfDay } from './usage/index.ts';
