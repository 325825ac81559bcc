import type { StepMessage } from '../model-step.ts';
import type { PastTurn, Turn } from '../turn.ts';
import { quotedResult } from './quoted.ts';

/** Letters of earlier turns that a model call carries; about 40,000 tokens. */
const mostLetters = 160_000;

/** Letters of a token, taken low: a window that is estimated too small loses old data, one too large the answer. */
const lettersOfToken = 2;

/** Letters that may stand in one call of a model: earlier turns, and with them those of the turn itself. */
export interface RoomOfCall {
  readonly history: number;
  readonly messages: number;
}

/** @param contextTokens what one call may read; instructions, tools and the reply take a quarter of it */
export function roomOf(contextTokens: number): RoomOfCall {
  const messages = Math.floor((contextTokens * lettersOfToken * 3) / 4);
  return { history: Math.min(mostLetters, Math.floor(messages / 2)), messages };
}

/** Takes the results of tools out of messages, oldest first, until they fit; never those of the last calls. */
export function fitted(messages: readonly StepMessage[], letters: number): readonly StepMessage[] {
  let left = messages.reduce((sum, message) => sum + lettersOf(message), 0);
  if (left <= letters) return messages;
  const last = messages.findLastIndex(({ role }) => role === 'tool');
  return messages.map((message, index) => {
    if (message.role !== 'tool' || index === last || left <= letters) return message;
    const bare = { ...message, content: message.content.map((part) => ({ ...part, output: leftOut })) };
    const saved = lettersOf(message) - lettersOf(bare);
    if (saved <= 0) return message;
    left -= saved;
    return bare;
  });
}

const leftOut = {
  type: 'text',
  value: 'This result is left out here to make room; run the query again if you need it.',
} as const;

function lettersOf(message: StepMessage): number {
  return JSON.stringify(message.content, (key, value: unknown) => (key === 'data' ? undefined : value)).length;
}

/** The messages of a thread up to the question. */
export function openingMessages({ question, history, images }: Turn, letters: number): StepMessage[] {
  const files = images.map(({ mimeType, data }) => ({ type: 'file', mediaType: mimeType, data }) as const);
  return [
    ...shortened(history, letters).flatMap(messagesOf),
    { role: 'user', content: [...(isBlank(question) && files.length > 0 ? [] : [textOf(question)]), ...files] },
  ];
}

const isBlank = (text: string) => text.trim() === '';
const textOf = (text: string) => ({ type: 'text', text }) as const;

/** Shortens a thread by whole turns, oldest first: the data of tools goes before the texts. */
export function shortened(history: readonly PastTurn[], letters: number): readonly PastTurn[] {
  const kept = [...history];
  let left = kept.reduce((sum, turn) => sum + sizeOf(turn), 0);
  for (let index = 0; index < kept.length && left > letters; index += 1) {
    const turn = kept[index];
    if (!turn) break;
    const bare = { ...turn, calls: [] };
    left -= sizeOf(turn) - sizeOf(bare);
    kept[index] = bare;
  }
  let first = 0;
  for (; first < kept.length && left > letters; first += 1) left -= sizeOf(kept[first]);
  return kept.slice(first);
}

function sizeOf(turn: PastTurn | undefined): number {
  if (!turn) return 0;
  const ofCalls = turn.calls.reduce((sum, { input, result }) => sum + input.length + result.length, 0);
  return turn.question.length + turn.answer.length + ofCalls;
}

function messagesOf({ question, calls, answer }: PastTurn): readonly StepMessage[] {
  const asked: StepMessage = { role: 'user', content: [textOf(isBlank(question) ? '(an image)' : question)] };
  const answered: StepMessage = {
    role: 'assistant',
    content: [{ type: 'text', text: answer === '' ? '(no answer)' : answer }],
  };
  if (calls.length === 0) return [asked, answered];
  return [
    asked,
    {
      role: 'assistant',
      content: calls.map(({ id, name, input }) => {
        return { type: 'tool-call', toolCallId: id, toolName: name, input: withoutChart(objectOf(input)) };
      }),
    },
    {
      role: 'tool',
      content: calls.map(({ id, name, result }) => {
        const value = quotedResult(isJson(result) ? result : JSON.stringify(result));
        return { type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value } };
      }),
    },
    answered,
  ];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The result has the chart, too. */
function withoutChart(input: object): object {
  if (!('vegaSpec' in input)) return input;
  const { vegaSpec: _, ...others } = input;
  return others;
}

/** Providers take objects alone as inputs of tools. */
export function objectOf(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
  } catch {
    return { value: json };
  }
}
