import type { StepRequest, StreamStep } from '../turn/index.ts';
import { CallFailed, type CallFailure } from './call/index.ts';

/** Result of a test call. The response of the server is not shown: its address could belong to a network of others. */
export type ModelTest =
  | { readonly ok: true; readonly latencyMs: number }
  | {
      readonly ok: false;
      readonly latencyMs: number;
      readonly failure: CallFailure;
      readonly status: number | undefined;
    };

const longestTestMs = 30_000;
const request: StepRequest = {
  system: 'Answer with one word.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Say OK.' }] }],
  tools: [],
};

/** Makes one small call and waits for its end, in a bounded time. */
export async function testModel(step: StreamStep, withinMs = longestTestMs): Promise<ModelTest> {
  const begin = performance.now();
  const latency = () => Math.round(performance.now() - begin);
  try {
    await step(request, AbortSignal.timeout(withinMs), () => undefined);
    return { ok: true, latencyMs: latency() };
  } catch (error) {
    const latencyMs = latency();
    if (error instanceof CallFailed)
      return { ok: false, latencyMs, failure: error.facts.failure, status: error.facts.status };
    if (error instanceof Error && error.name === 'TimeoutError')
      return { ok: false, latencyMs, failure: 'timeout', status: undefined };
    throw error;
  }
}
