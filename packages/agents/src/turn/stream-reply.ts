import { noUsage, type StepRequest, type StreamStep, sumOfUsage, type Usage } from './model-step.ts';
import type { Part } from './part.ts';
import type { TextGate } from './text-gate.ts';
import { TurnFailed } from './turn-failed.ts';
import { unlessAborted } from './unless-aborted.ts';

/** A tool call as the model wrote it. */
export interface WrittenCall {
  readonly name: string;
  /** JSON text, if the model wrote it well. */
  readonly input: string;
}

/** What a model said in one call. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
  readonly usage: Usage;
}

/** Bounds on one model call: those of a stream that does not end. */
const most = { letters: 200_000, calls: 50 };

interface Shown {
  readonly gate: TextGate;
  readonly isDevMode: boolean;
}

/** Calls a model and shows what it says as it comes. @throws TurnFailed for a stream without end, what the model throws */
export async function* streamReply(
  model: StreamStep,
  request: StepRequest,
  { gate, isDevMode }: Shown,
  signal: AbortSignal,
): AsyncGenerator<Part, Reply> {
  const over = new AbortController();
  const stream = model(request, AbortSignal.any([signal, over.signal]));
  let [text, letters] = ['', 0];
  let usage: Usage | undefined;
  const calls: WrittenCall[] = [];
  try {
    for (;;) {
      const { value: piece, done } = await unlessAborted(stream.next(), signal);
      if (done || !piece) break;
      if (piece.type === 'usage') usage = sumOfUsage(usage ?? noUsage, piece.usage);
      else letters += piece.type === 'call' ? piece.input.length : piece.text.length;
      if (letters > most.letters || calls.length > most.calls)
        throw new TurnFailed('LlmError', 'The model writes more than an answer may have');
      if (piece.type === 'call') calls.push({ name: piece.name, input: piece.input });
      if (piece.type === 'reasoning' && isDevMode && piece.text !== '')
        yield { type: 'text', text: '', thinking: piece.text };
      if (piece.type !== 'text') continue;
      text += piece.text;
      yield* textPart(gate.add(piece.text));
    }
  } finally {
    over.abort(new Error('the step is over'));
    stream.return().catch(() => undefined); // it ends when its signal fires; nobody waits for it
  }
  return { text, calls, usage: usage ?? estimatedUsage(request, letters) };
}

/** A piece of the main text, unless it is empty. */
export function* textPart(text: string): Generator<Part, void> {
  if (text !== '') yield { type: 'text', text };
}

/** Providers that tell no usage are counted by letters: about four are a token. */
export function estimatedUsage({ system, messages, tools }: StepRequest, letters: number): Usage {
  const inputTokens = Math.ceil((system.length + JSON.stringify([messages, tools]).length) / 4);
  return { inputTokens, cachedInputTokens: 0, outputTokens: Math.ceil(letters / 4) };
}
