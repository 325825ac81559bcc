import type { AiModelPrices } from '@orrery/config';
import type { Usage } from '../../turn/index.ts';

const tokensOfPrices = 1_000_000;
export const microsOfUsd = 1_000_000;

/** USD. Models without prices cost nothing. */
export function costOf(usage: Usage, prices: AiModelPrices | undefined): number {
  if (!prices) return 0;
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const { input, cachedInput = input, output } = prices;
  return ((inputTokens - cached) * input + cached * cachedInput + outputTokens * output) / tokensOfPrices;
}

/** Millionths of a USD, as they are stored. */
export function microsOf(usd: number): number {
  return Math.round(usd * microsOfUsd);
}
