import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { callFailure } from './call-failed.ts';
import { SecretFilter } from './hide-secrets.ts';

/** A model of a provider as an object; a name would be sent to a gateway of others. */
export type ModelObject = LanguageModelV4;

/** The input of a model call. It can be copied to a thread. */
export type ModelQuestion = Omit<LanguageModelV4CallOptions, 'abortSignal'>;

const readTypes = ['text-delta', 'reasoning-start', 'reasoning-delta', 'reasoning-end', 'tool-call', 'finish'] as const;
type ReadType = (typeof readTypes)[number];

/** A part of an answer that is read; a provider tells more. It can be copied between threads. */
export type ModelPart = Extract<LanguageModelV4StreamPart, { readonly type: ReadType }>;

/** Asks a model once, and tells what it says. @throws CallFailed, also for what `tell` throws, and the reason of the signal */
export type CallModel = (
  question: ModelQuestion,
  signal: AbortSignal,
  tell: (part: ModelPart) => void,
) => Promise<void>;

/**
 * Asks a model by the interface of the AI SDK's providers. A call that fails is not made again here.
 *
 * @param secrets keys and other texts that no error and no answer shows
 */
export function askingModel(open: () => Promise<ModelObject>, secrets: readonly string[]): CallModel {
  return async (question, signal, tell) => {
    try {
      const model = await open();
      const { stream } = await model.doStream({ ...question, abortSignal: signal });
      const filter = new SecretFilter(secrets, tell);
      await readParts(stream, (part) => filter.take(part));
      filter.end();
    } catch (error) {
      signal.throwIfAborted();
      throw await callFailure(error, secrets);
    }
    signal.throwIfAborted();
  };
}

/** Reads to the end. An iterator of the stream would make twice the promises. */
async function readParts(stream: ReadableStream<LanguageModelV4StreamPart>, tell: (part: ModelPart) => void) {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const { value: part } = read;
      if (part.type === 'error') throw part.error;
      if (isRead(part)) tell(part);
    }
  } catch (error) {
    reader.cancel(error).catch(() => undefined); // it may have failed by itself
    throw error;
  }
}

function isRead(part: LanguageModelV4StreamPart): part is ModelPart {
  return (readTypes as readonly string[]).includes(part.type);
}

/** @returns the two as one part, or `undefined` for parts that are not pieces of one text, or say more than text */
export function joined(one: ModelPart, other: ModelPart): ModelPart | undefined {
  if (one.type !== 'text-delta' && one.type !== 'reasoning-delta') return undefined;
  if (other.type !== one.type || other.id !== one.id || other.providerMetadata !== undefined) return undefined;
  return { ...one, delta: one.delta + other.delta };
}
