export const aiProviders = ['openai', 'openai-compatible', 'anthropic', 'bedrock', 'vertex'] as const;
export type AiProvider = (typeof aiProviders)[number];

/** The two interfaces of OpenAI. */
export const aiInterfaces = ['responses', 'chat'] as const;
export type AiInterface = (typeof aiInterfaces)[number];

/** USD for a million tokens. */
export interface AiModelPrices {
  readonly input: number;
  /** Absent: as other input. */
  readonly cachedInput?: number | undefined;
  readonly output: number;
}

/** Most that may be used of a model in a day (UTC), by the account and by each of its users. Spend is in USD. */
export interface AiModelLimits {
  readonly dailyTokens?: number | undefined;
  readonly dailySpend?: number | undefined;
  readonly dailyTokensPerUser?: number | undefined;
  readonly dailySpendPerUser?: number | undefined;
}

export const aiLimitNames = ['dailyTokens', 'dailySpend', 'dailyTokensPerUser', 'dailySpendPerUser'] as const;

/** A language model of a provider that agents may use, without its credential. */
export interface AiModel {
  readonly provider: AiProvider;
  /** The name that the provider gives it. */
  readonly model: string;
  /** Interface of openai; absent for other providers. */
  readonly api?: AiInterface | undefined;
  /** Absent where the provider has one address only, or its usual one is meant. */
  readonly baseUrl?: string | undefined;
  /** The region of bedrock and vertex. */
  readonly region?: string | undefined;
  readonly prices?: AiModelPrices | undefined;
  readonly limits: AiModelLimits;
  readonly supportsImages: boolean;
  /** Tokens that one call of the model may read. */
  readonly contextTokens: number;
  readonly isDefault: boolean;
}

/** A model of the project file. */
export interface ProjectAiModel extends AiModel {
  readonly name: string;
  /** Absent where the server asks for none, or the environment of the process has it. */
  readonly credential?: string | undefined;
}

export const defaultContextTokens = 128_000;

export function isAiProvider(text: string): text is AiProvider {
  return aiProviders.some((provider) => provider === text);
}

export function isAiInterface(text: string): text is AiInterface {
  return aiInterfaces.some((name) => name === text);
}
