import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';

/** A text of which the description says what the service asks of it, together with all else that is wrong. */
function said(rules: { minLength?: number; maxLength?: number; pattern?: string; enum?: string[] }, longest = 2_000) {
  return z.string().max(longest).meta(rules);
}

const providers = ['openai', 'openai-compatible', 'anthropic', 'bedrock', 'vertex'];
const usd = z.number().min(0);

const pricesSchema = z.strictObject({
  currency: z.literal('USD'),
  input: z.number(),
  cachedInput: z.number().nullable(),
  output: z.number(),
});

const limitsSchema = z.strictObject({
  dailyTokens: z.int().nullable(),
  dailySpend: z.number().nullable(),
  dailyTokensPerUser: z.int().nullable(),
  dailySpendPerUser: z.number().nullable(),
});

/** A language model that agents of the account may use, without its credential. */
export const aiModelSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  /** The name that the provider gives it. */
  model: z.string(),
  /** Interface of openai. */
  api: z.string().nullable(),
  baseUrl: z.string().nullable(),
  region: z.string().nullable(),
  hasCredential: z.boolean(),
  /** Prices of a million tokens. */
  prices: pricesSchema.nullable(),
  /** Most that may be used in a day (UTC). */
  limits: limitsSchema,
  supportsImages: z.boolean(),
  contextTokens: z.int(),
  isDefault: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
});

export const aiModelsSchema = z.strictObject({ items: z.array(aiModelSchema), pageInfo: pageInfoSchema });

const newPrices = z.object({
  currency: nullAsAbsent(z.literal('USD')),
  input: usd.describe('USD for a million tokens'),
  cachedInput: usd.describe('Of tokens that the provider had in a cache; absent or null: as other input').nullish(),
  output: usd,
});

const newLimits = z.object({
  dailyTokens: z.int().min(0).describe('Of the account, in a day (UTC)').nullish(),
  dailySpend: usd.describe('USD of the account, in a day').nullish(),
  dailyTokensPerUser: z.int().min(0).nullish(),
  dailySpendPerUser: usd.nullish(),
});

const fields = {
  api: said({ enum: ['responses', 'chat'] })
    .describe('Interface of openai; null: responses')
    .nullish(),
  baseUrl: said({ pattern: '^https?://' }, 2_001).describe('null: the usual one of the provider').nullish(),
  region: said({ minLength: 1, maxLength: 40 }).describe('Of bedrock and vertex').nullish(),
  prices: newPrices.describe('null: none').nullish(),
  limits: newLimits.describe('Replaces all limits; null: none').nullish(),
  supportsImages: nullAsAbsent(z.boolean()),
  contextTokens: nullAsAbsent(z.int().min(1_000)),
  isDefault: nullAsAbsent(z.boolean()).describe('Makes it the only default'),
};

const name = said({ minLength: 1, maxLength: 100 });
const provider = said({ enum: providers });
const model = said({ minLength: 1, maxLength: 255 });
const credential = z
  .string()
  .max(20_001)
  .describe('Is not shown again. API key; of vertex the JSON of a service account, of bedrock also JSON with keys');

export const newAiModelSchema = z.object({ name, provider, model, credential: credential.nullish(), ...fields });

/** Absent fields stay as they are. A change of provider, baseUrl or region needs the credential again. */
export const aiModelUpdateSchema = z.object({
  name: nullAsAbsent(name),
  provider: nullAsAbsent(provider),
  model: nullAsAbsent(model),
  credential: credential.describe('null removes it').nullish(),
  ...fields,
});

/** How a call of a model ended. */
export const aiModelTestSchema = z.strictObject({
  ok: z.boolean(),
  latencyMs: z.int(),
  /** Kind of the failure; null when the call succeeded. */
  failure: z
    .enum([
      'authentication',
      'content-filter',
      'dropped',
      'failed',
      'not-found',
      'not-installed',
      'rate-limit',
      'redirect',
      'rejected',
      'server-error',
      'timeout',
      'too-long',
      'unreachable',
      'unreadable',
    ])
    .nullable(),
  /** HTTP status of the provider, when it answered with a failure. */
  status: z.int().nullable(),
});

export type WireAiModel = z.infer<typeof aiModelSchema>;
export type WireAiModelTest = z.infer<typeof aiModelTestSchema>;
