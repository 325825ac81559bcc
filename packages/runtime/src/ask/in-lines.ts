import type { AnswerOutcome, AnswerRequest, StreamOutcome } from '../answer/index.ts';
import { type NotedAnswer, noteAnswers, type OpenNote } from '../query/index.ts';
import type { LinesAnswer, LinesOfQuestion, Waiting } from './answers.ts';
import { untilAnswered } from './until-answered.ts';

type OpenedAnswer = Exclude<AnswerOutcome, { kind: 'wait' }> | StreamOutcome;

/** How the answer to a question came about, as far as it is known by now. */
interface Noted extends Pick<OpenedAnswer, 'cache'> {
  readonly planMs?: number;
  answer: NotedAnswer;
}

/**
 * Begins with the first question, so that what is wrong with it is known before the first line; the others follow in
 * turn.
 *
 * @param ask asks a question, and waits as long as a request does
 * @returns Waiting when the first rows take longer than that, unless the caller waits for them
 */
export async function inLines(
  requests: readonly AnswerRequest[],
  ask: (request: AnswerRequest) => Promise<AnswerOutcome | StreamOutcome>,
  { signal, waitsForAnswer = false }: { readonly signal: AbortSignal; readonly waitsForAnswer?: boolean },
  { note, succeed, fail }: OpenNote,
): Promise<Omit<LinesAnswer<never>, 'about'> | Waiting> {
  const [first, ...others] = requests;
  if (!first) throw new Error('each request has a question');
  const begin = (request: AnswerRequest): Promise<OpenedAnswer> => untilAnswered(() => ask(request), signal);
  const all: Noted[] = [];
  const begun = waitsForAnswer ? await begin(first) : await ask(first);
  if (begun.kind === 'wait') return begun;
  let current = begun;
  const leave = () => {
    if (current.kind === 'stream') current.leave();
  };
  async function* linesOf(of: number): AsyncGenerator<LinesOfQuestion, void> {
    const { cache, planMs } = current;
    const about = { cache, ...(planMs === undefined ? {} : { planMs }) };
    if (current.kind === 'answer') {
      all.push({ ...about, answer: current.answer });
      for (const bytes of current.answer.data) yield { of, bytes };
      return;
    }
    const { head, rows } = current.stream;
    const noted: Noted = { ...about, answer: { ...head, rowCount: undefined, timingsMs: undefined } };
    all.push(noted);
    for (;;) {
      const bytes = await rows.next();
      if (bytes === undefined) break;
      yield { of, bytes };
    }
    if (rows.facts) noted.answer = rows.facts;
  }
  async function* lines(): AsyncGenerator<LinesOfQuestion, void> {
    yield* linesOf(0);
    for (const [index, request] of others.entries()) {
      leave();
      current = await begin(request);
      yield* linesOf(index + 1);
    }
  }
  const end = () => {
    leave();
    noteAnswers(note, all);
  };
  return {
    kind: 'lines',
    lines: lines(),
    release: (bytes) => {
      if (current.kind === 'stream') current.stream.rows.release(bytes);
    },
    isWaitedFor: () => current.kind === 'stream' && current.isWaitedFor(),
    succeed: (bytes) => {
      end();
      note.bytes = bytes;
      succeed();
    },
    fail: (error) => {
      end();
      fail(error);
    },
  };
}
