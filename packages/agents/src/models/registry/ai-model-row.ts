import { type AiModel, isAiInterface, isAiProvider } from '@orrery/config';
import type { AiModelTable } from '@orrery/store';
import type { Insertable, Selectable } from 'kysely';
import { microsOf, microsOfUsd } from '../usage/index.ts';

export type AiModelRow = Selectable<AiModelTable>;

/** A model that an admin registered, without its credential. */
export interface RegisteredAiModel extends AiModel {
  readonly id: number;
  readonly name: string;
  readonly hasCredential: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type ModelRowFacts = Omit<
  Insertable<AiModelTable>,
  'id' | 'account_id' | 'name' | 'sealed' | 'has_credential' | 'created_at' | 'updated_at'
>;

export function readRow(row: AiModelRow): RegisteredAiModel {
  const { id, name, provider, api, input_price, output_price } = row;
  if (!isAiProvider(provider)) throw new Error(`model ${id} is of the provider '${provider}', which is not known here`);
  const usd = (micros: number | null) => (micros === null ? undefined : micros / microsOfUsd);
  const [input, output] = [usd(input_price), usd(output_price)];
  return {
    id,
    name,
    provider,
    model: row.model,
    api: api !== null && isAiInterface(api) ? api : undefined,
    baseUrl: row.base_url ?? undefined,
    region: row.region ?? undefined,
    prices:
      input === undefined || output === undefined
        ? undefined
        : { input, output, cachedInput: usd(row.cached_input_price) },
    limits: {
      dailyTokens: row.daily_tokens ?? undefined,
      dailySpend: usd(row.daily_spend),
      dailyTokensPerUser: row.daily_tokens_per_user ?? undefined,
      dailySpendPerUser: usd(row.daily_spend_per_user),
    },
    supportsImages: row.supports_images === 1,
    contextTokens: row.context_tokens,
    isDefault: row.is_default === 1,
    hasCredential: row.has_credential === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function factsOf(model: AiModel): ModelRowFacts {
  const micros = (usd: number | undefined) => (usd === undefined ? null : microsOf(usd));
  const { prices, limits } = model;
  return {
    provider: model.provider,
    model: model.model,
    api: model.api ?? null,
    base_url: model.baseUrl ?? null,
    region: model.region ?? null,
    input_price: micros(prices?.input),
    cached_input_price: micros(prices?.cachedInput),
    output_price: micros(prices?.output),
    daily_tokens: limits.dailyTokens ?? null,
    daily_spend: micros(limits.dailySpend),
    daily_tokens_per_user: limits.dailyTokensPerUser ?? null,
    daily_spend_per_user: micros(limits.dailySpendPerUser),
    supports_images: Number(model.supportsImages),
    context_tokens: model.contextTokens,
    is_default: Number(model.isDefault),
  };
}
