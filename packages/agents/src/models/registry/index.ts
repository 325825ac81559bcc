export type { RegisteredAiModel } from './ai-model-row.ts';
export { AiModelService } from './ai-model-service.ts';
