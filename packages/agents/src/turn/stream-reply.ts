import { unlessAborted } from '@orrery/kernel';
import { noUsage, type PieceOfStep, type StepRequest, type StreamStep, sumOfUsage, type Usage } from './model-step.ts';
import type { Part } from './part.ts';
import type { TextGate } from './text-gate.ts';
import { TurnFailed } from './turn-failed.ts';

/** A tool call as the model wrote it. */
export interface WrittenCall {
  readonly name: string;
  /** JSON text, if the model wrote it well. */
  readonly input: string;
}

/** The reply of a model to one call. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly WrittenCall[];
  readonly usage: Usage;
}

/** Bounds on one model call: those of a stream that does not end. */
const most = { letters: 200_000, calls: 50 };

interface ShownReply {
  readonly gate: TextGate;
  readonly isDevMode: boolean;
}

/** Calls a model and shows what it says as it comes. @throws TurnFailed for a stream without end, what the model throws */
export async function* streamReply(
  model: StreamStep,
  request: StepRequest,
  shown: ShownReply,
  signal: AbortSignal,
): AsyncGenerator<Part, Reply> {
  const over = new AbortController();
  const heard = new HeardReply(shown);
  const called = model(request, AbortSignal.any([signal, over.signal]), (piece) => heard.add(piece));
  const ended = unlessAborted(called, signal).finally(() => heard.end());
  ended.catch(() => undefined); // what is shown comes first
  try {
    for (let parts = await heard.next(); parts; parts = await heard.next()) for (const part of parts) yield part;
    await ended;
  } finally {
    over.abort(new Error('the step is over')); // nobody waits until it has ended
  }
  const { text, calls, letters, usage = estimatedUsage(request, letters) } = heard;
  return { text, calls, usage };
}

/** The reply of a model to one call so far, and the part of it that is not shown yet. */
class HeardReply {
  text = '';
  letters = 0;
  usage: Usage | undefined;
  readonly calls: WrittenCall[] = [];
  readonly #shown: ShownReply;
  #waiting: Part[] = [];
  #isOver = false;
  #wake = () => {};

  constructor(shown: ShownReply) {
    this.#shown = shown;
  }

  /** @throws TurnFailed */
  add(piece: PieceOfStep): void {
    if (piece.type === 'usage') this.usage = sumOfUsage(this.usage ?? noUsage, piece.usage);
    else this.letters += piece.type === 'call' ? piece.input.length : piece.text.length;
    if (this.letters > most.letters || this.calls.length > most.calls)
      throw new TurnFailed('LlmError', 'The model writes more than an answer may have');
    if (piece.type === 'call') this.calls.push({ name: piece.name, input: piece.input });
    if (piece.type === 'reasoning' && this.#shown.isDevMode && piece.text !== '')
      this.#waiting.push({ type: 'text', text: '', thinking: piece.text });
    if (piece.type === 'text') {
      this.text += piece.text;
      this.#waiting.push(...textPart(this.#shown.gate.add(piece.text)));
    }
    if (this.#waiting.length > 0) this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** The parts that came since the last ones; `undefined` after the end. */
  async next(): Promise<readonly Part[] | undefined> {
    if (this.#waiting.length === 0 && !this.#isOver) await new Promise<void>((resolve) => (this.#wake = resolve));
    const parts = this.#waiting;
    this.#waiting = [];
    return parts.length > 0 ? parts : undefined;
  }
}

/** A piece of the main text, unless it is empty. */
export function textPart(text: string): readonly Part[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Providers that tell no usage are counted by letters: about four are a token. */
export function estimatedUsage({ system, messages, tools }: StepRequest, letters: number): Usage {
  const inputTokens = Math.ceil((system.length + JSON.stringify([messages, tools]).length) / 4);
  return { inputTokens, cachedInputTokens: 0, outputTokens: Math.ceil(letters / 4) };
}
