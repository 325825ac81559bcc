import { answerTold } from './memories/answer-told.ts';
import { memoryNotes } from './memories/memory-notes.ts';
import { recall } from './memories/recall.ts';
import type { StepRequest, StreamStep, Usage } from './model-step.ts';
import type { Part } from './part.ts';
import { emptyCorrection, lastAnswer, numbersCorrection, unconfirmedNote } from './prompts/corrections.ts';
import { memoriesFor } from './prompts/memories-for.ts';
import { roomOf } from './prompts/messages.ts';
import { skillCalled, systemPrompt } from './prompts/system-prompt.ts';
import { otherReadingNote, type ReadOtherwise, secondReading } from './other-reading.ts';
import { runTools } from './run-tools.ts';
import { safeText } from './safe-text.ts';
import type { TurnLimits } from './stops/limits.ts';
import type { Stop } from './stops/progress.ts';
import { stopOf } from './stops/stop-of.ts';
import { streamReply, textPart } from './stream-reply.ts';
import { TextGate } from './text-gate.ts';
import { toolsFor } from './tools/all-tools.ts';
import type { Tool } from './tools/tool.ts';
import { TurnLog } from './turn-log.ts';
import type { Turn } from './turn.ts';
import { TurnFailed } from './turn-failed.ts';

export interface TurnDependencies {
  readonly model: StreamStep;
  readonly limits: TurnLimits;
  /** Tokens that one call of the model may read. */
  readonly contextTokens: number;
  /** Computes the cost in the currency of the prices; absent: models without prices cost nothing. */
  readonly costOf?: (usage: Usage) => number;
  /** Called before each model call. @throws when the account, the user or the day has no more tokens or money */
  readonly requireBudget?: (spent: Usage) => Promise<void>;
  /** How the analyst reads the question, where it is certain. It may run a query. */
  readonly readOtherwise?: ReadOtherwise;
  readonly clock: { now(): number };
  readonly newId: () => string;
}

/**
 * Answers a question with a model and tools. Each step is one call of the model; its tool calls run before the next one.
 * The numbers of the answer are checked against the results, and the model may correct them once.
 *
 * @throws TurnFailed when the time is over, what the model throws, the reason of the signal
 */
export async function* runTurn(
  turn: Turn,
  { model, limits, contextTokens, costOf, requireBudget, readOtherwise, clock, newId }: TurnDependencies,
  signal: AbortSignal,
): AsyncGenerator<Part, void> {
  using deadline = deadlineOf(limits, signal);
  const begin = clock.now();
  const recalled = await recall(turn);
  if (recalled.told.length > 0 && recalled.rest === '') return yield* answerTold(turn, recalled.told);
  const memories = memoriesFor(turn.question, recalled.known);
  const log = new TurnLog(turn, memories, roomOf(contextTokens));
  const main = { hasText: false };
  const tools = toolsFor(turn);
  const prompt = systemPrompt(turn, skillCalled(turn.question, turn.agent.skills), memories);
  const stopNow = () => {
    const { usage, calls } = log;
    return stopOf({ calls, usage, cost: costOf?.(usage) ?? 0, elapsedMs: clock.now() - begin, limits });
  };
  let [mayCall, mayCorrect, reason] = [true, true, 'answered'];
  for (;;) {
    deadline.signal.throwIfAborted();
    await requireBudget?.(log.usage);
    const gate = new TextGate(log.check, main);
    const request = { ...prompt, messages: [...log.messages], tools: mayCall ? tools.map(describeTool) : [] };
    const reply = yield* streamReply(model, request, { gate, isDevMode: turn.isDevMode }, deadline.signal);
    log.addUsage(reply.usage);
    if (mayCall && reply.calls.length > 0) {
      yield* textPart(gate.confirmedRest());
      const context = { turn, signal: deadline.signal, earlier: log.earlier, newId };
      const left = limits.toolCalls - log.calls.length;
      log.addCalls(reply, yield* runTools(reply.calls, { tools, context, made: log.madeCalls, left }));
      const stop = stopNow();
      if (stop && stop.next !== 'answer') return yield* endedBy(stop, log.usage);
      if (!stop) continue;
      [mayCall, reason] = [false, stop.reason];
      log.tell(lastAnswer(stop.text));
      continue;
    }
    const unconfirmed = log.check.unconfirmed(reply.text);
    const correction = reply.text.trim() === '' ? emptyCorrection : numbersCorrection(unconfirmed);
    if (correction !== undefined && mayCorrect && mayGoOn(stopNow())) {
      mayCorrect = false;
      log.addAnswer(reply, correction);
      continue;
    }
    const other = log.results.length > 0 ? await secondReading(readOtherwise, turn, deadline.signal) : undefined;
    const answered = { text: reply.text, hasQueried: log.results.length > 0, hasRemembered: log.hasRemembered };
    const remembered = await memoryNotes(turn, recalled, memories, answered, deadline.signal);
    const note = unconfirmedNote(unconfirmed) + otherReadingNote(other, log.results) + safeText(remembered);
    yield* textPart(gate.rest(reply.text.trim() === '' ? noAnswer + note : note));
    const doubt = unconfirmed.length > 0 ? { unconfirmed } : {};
    yield { type: 'final', text: (safeText(reply.text).trim() || noAnswer) + note, ...doubt };
    yield { type: 'turn-end', reason, usage: log.usage };
    return;
  }
}

const noAnswer = 'I have no answer to this: the model wrote none.';

const mayGoOn = (stop: Stop | undefined): boolean => stop === undefined || stop.next === 'answer';

/** The turn ends where it is. @throws TurnFailed */
function* endedBy({ reason, next, text }: Stop, usage: Usage): Generator<Part, void> {
  if (next === 'fail') throw new TurnFailed('TimeoutError', text);
  yield { type: 'text', text: `\n\n${text}` };
  yield { type: 'final', text };
  yield { type: 'turn-end', reason, usage };
}

function describeTool({ name, description, inputSchema }: Tool): StepRequest['tools'][number] {
  return { name, description, inputSchema };
}

/** A signal that also fires when the time of a turn is over. */
function deadlineOf({ seconds }: TurnLimits, signal: AbortSignal) {
  const over = new AbortController();
  const end = () => over.abort(new TurnFailed('TimeoutError', `Agent run exceeded ${seconds} seconds`));
  const timer = setTimeout(end, seconds * 1_000);
  return { signal: AbortSignal.any([signal, over.signal]), [Symbol.dispose]: () => clearTimeout(timer) };
}
