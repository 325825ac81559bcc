import type { ModelTest, RegisteredAiModel, UsageOfDay } from '@orrery/agents';
import type { WireAiModel, WireAiModelTest, WireAiUsage } from '@orrery/contract';
import { presentInstant } from '../present-instant.ts';

const microsOfUsd = 1_000_000;

export function presentAiModel(model: RegisteredAiModel): WireAiModel {
  const { id, name, provider, model: providersName, prices, limits } = model;
  return {
    id,
    name,
    provider,
    model: providersName,
    api: model.api ?? null,
    baseUrl: model.baseUrl ?? null,
    region: model.region ?? null,
    hasCredential: model.hasCredential,
    prices: prices
      ? { currency: 'USD', input: prices.input, cachedInput: prices.cachedInput ?? null, output: prices.output }
      : null,
    limits: {
      dailyTokens: limits.dailyTokens ?? null,
      dailySpend: limits.dailySpend ?? null,
      dailyTokensPerUser: limits.dailyTokensPerUser ?? null,
      dailySpendPerUser: limits.dailySpendPerUser ?? null,
    },
    supportsImages: model.supportsImages,
    contextTokens: model.contextTokens,
    isDefault: model.isDefault,
    createdAt: presentInstant(model.createdAt),
    updatedAt: presentInstant(model.updatedAt),
  };
}

export function presentModelTest(test: ModelTest): WireAiModelTest {
  const { ok, latencyMs } = test;
  return test.ok
    ? { ok, latencyMs, failure: null, status: null }
    : { ok, latencyMs, failure: test.failure, status: test.status ?? null };
}

export function presentUsage({ cost, userName, ...usage }: UsageOfDay): WireAiUsage {
  return { ...usage, userName: userName ?? null, cost: cost / microsOfUsd };
}
