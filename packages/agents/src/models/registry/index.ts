export type { RegisteredModel } from './ai-model-row.ts';
export { AiModelService } from './ai-model-service.ts';
