import type { AnswerOutcome, StreamOutcome } from '../answer/index.ts';
import { type NotedAnswer, noteAnswers, type OpenNote, type ParsedQuery, type ParsedRequest } from '../query/index.ts';
import type { LinesAnswer, LinesOfQuery, Waiting } from './answers.ts';

type Begun = Exclude<AnswerOutcome, { kind: 'wait' }> | StreamOutcome;

/** How the answer to a query came about, as far as it is known by now. */
interface Noted extends Pick<Begun, 'cache'> {
  readonly planMs?: number;
  answer: NotedAnswer;
}

/**
 * Starts with the first query, so that its problems are known before the first line; the others run in turn.
 *
 * @param ask runs a query, and waits as long as a request does
 * @returns Waiting when the first rows take longer than that, unless the caller waits for them
 */
export async function inLines(
  request: ParsedRequest,
  ask: (query: ParsedQuery) => Promise<AnswerOutcome | StreamOutcome>,
  { signal, waitsForAnswer = false }: { readonly signal: AbortSignal; readonly waitsForAnswer?: boolean },
  { note, succeed, fail }: OpenNote,
): Promise<LinesAnswer | Waiting> {
  const [first, ...others] = request.queries;
  if (!first) throw new Error('each request has a query');
  const begin = async (query: ParsedQuery): Promise<Begun> => {
    for (;;) {
      signal.throwIfAborted();
      const outcome = await ask(query);
      if (outcome.kind !== 'wait') return outcome;
    }
  };
  const all: Noted[] = [];
  const begun = waitsForAnswer ? await begin(first) : await ask(first);
  if (begun.kind === 'wait') {
    note.reported = 'request.continue-wait';
    succeed();
    return begun;
  }
  let current = begun;
  const leave = () => {
    if (current.kind === 'stream') current.leave();
  };
  async function* linesOf(query: ParsedQuery): AsyncGenerator<LinesOfQuery, void> {
    const { cache, planMs } = current;
    const about = { cache, ...(planMs === undefined ? {} : { planMs }) };
    if (current.kind === 'answer') {
      all.push({ ...about, answer: current.answer });
      for (const bytes of current.answer.data) yield { query, bytes };
      return;
    }
    const { head, rows } = current.stream;
    const noted: Noted = { ...about, answer: { ...head, rowCount: undefined, timingsMs: undefined } };
    all.push(noted);
    for (;;) {
      const bytes = await rows.next();
      if (bytes === undefined) break;
      yield { query, bytes };
    }
    if (rows.facts) noted.answer = rows.facts;
  }
  async function* lines(): AsyncGenerator<LinesOfQuery, void> {
    yield* linesOf(first as ParsedQuery); // looked for above
    for (const query of others) {
      leave();
      current = await begin(query);
      yield* linesOf(query);
    }
  }
  const end = () => {
    leave();
    noteAnswers(note, all);
  };
  return {
    kind: 'lines',
    request,
    lines: lines(),
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
