export {
  aiInterfaces,
  type AiModel,
  type AiModelLimits,
  type AiModelPrices,
  type AiProvider,
  aiProviders,
  defaultContextTokens,
  isAiInterface,
  isAiProvider,
  type ProjectAiModel,
} from './ai-model.ts';
export { aiModelFaults, aiModelNameFault } from './ai-model-faults.ts';
export { readAiModels } from './read-ai-models.ts';
