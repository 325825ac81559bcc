import {
  aiModelSchema,
  aiModelsSchema,
  aiModelTestSchema,
  aiModelUpdateSchema,
  aiUsageQuerySchema,
  aiUsageSchema,
  newAiModelSchema,
  pageQuerySchema,
} from '../../../platform/index.ts';
import { get, post, put, remove } from '../../operation.ts';
import { admin, governor } from '../../takes.ts';

const tag = 'AI models';

/** Language models that agents of the account may use, and what was used of them. */
export const aiModelOperations = {
  list: get('/ai-models', {
    id: 'getAiModels',
    tag,
    summary: 'List the registered language models, without their credentials',
    takes: admin,
    query: pageQuerySchema,
    answer: aiModelsSchema,
  }),
  create: post('/ai-models', {
    id: 'createAiModel',
    mayConflict: true,
    tag,
    summary: 'Register a language model',
    takes: governor,
    body: newAiModelSchema,
    answer: aiModelSchema,
    example: {
      name: 'fast',
      provider: 'openai',
      model: 'gpt-5-mini',
      credential: 'sk-example-of-a-key',
      prices: { input: 0.25, cachedInput: 0.025, output: 2 },
      limits: { dailySpend: 20, dailyTokensPerUser: 500_000 },
    },
  }),
  get: get('/ai-models/:id', {
    id: 'getAiModel',
    tag,
    summary: 'A language model, without its credential',
    takes: admin,
    idOf: 'AI model',
    answer: aiModelSchema,
  }),
  update: put('/ai-models/:id', {
    id: 'updateAiModel',
    mayConflict: true,
    tag,
    summary: 'Change a language model; absent fields stay unchanged',
    takes: governor,
    idOf: 'AI model',
    body: aiModelUpdateSchema,
    answer: aiModelSchema,
    example: { isDefault: true },
  }),
  delete: remove('/ai-models/:id', {
    id: 'deleteAiModel',
    tag,
    summary: 'Remove a language model; what was used of it stays listed',
    takes: governor,
    idOf: 'AI model',
    answer: 'nothing',
  }),
  test: post('/ai-models/:id/test', {
    id: 'testAiModel',
    tag,
    summary: 'Call a language model once, with a few tokens',
    takes: governor,
    idOf: 'AI model',
    answer: aiModelTestSchema,
  }),
  usage: get('/ai-usage', {
    id: 'getAiUsage',
    tag,
    summary: 'Tokens and money that were used, by day, model and user; newest days first',
    takes: admin,
    query: aiUsageQuerySchema,
    answer: aiUsageSchema,
  }),
};
