import { RequestError } from '@orrery/kernel';
import { type Part, type QueryOfAnswer, TurnFailed } from '../../turn/index.ts';
import { keptReceipt } from '../receipt/index.ts';
import { interruptedText, NodeEnds, RunAborted, RunLost } from './run-end.ts';
import type { LiveRun, RunEnding } from './live-run.ts';

export interface ExecuteDependencies {
  readonly log: { error(facts: object, message: string): void; warn(facts: object, message: string): void };
}

/** An answer while it is made. */
export interface AnswerOfTurn {
  readonly parts: AsyncGenerator<Part, void>;
  /** The model that answers, or `analyst`. */
  readonly model: string;
}

/** Executes a run: records what happens in its turn, and ends it, whatever happens. */
export async function executeRun(
  run: LiveRun,
  answer: (signal: AbortSignal) => Promise<AnswerOfTurn>,
  { log }: ExecuteDependencies,
): Promise<void> {
  const { signal } = run.abort;
  try {
    await run.end(await tellTurn(run, await answer(signal)));
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    try {
      if (reason instanceof RunLost || error instanceof RunLost) return await run.lose(interruptedText);
      await run.end(endingOf(reason, run, log));
    } catch (second) {
      // The store does not take its end; another node, or this one, finds the run when its heartbeat is over.
      if (!(second instanceof RunLost))
        log.error({ err: second, run: run.place.id }, 'the end of a run was not written');
      await run.lose(interruptedText);
    }
  }
}

async function tellTurn(run: LiveRun, { parts, model }: AnswerOfTurn): Promise<RunEnding> {
  const { signal } = run.abort;
  let [final, analysis, reason, usage]: [string?, string?, string?, object?] = [];
  const queries: QueryOfAnswer[] = [];
  for await (const part of parts) {
    signal.throwIfAborted();
    if (part.type === 'tool-end' && part.query) queries.push(part.query);
    if (part.type === 'final') {
      final = part.text;
      analysis = part.analysis === undefined ? undefined : JSON.stringify(part.analysis);
    } else if (part.type === 'turn-end') {
      reason = part.reason;
      usage = part.usage;
    } else if (part.type === 'text') run.show(part);
    else await run.record(part);
  }
  signal.throwIfAborted();
  return {
    state: 'answered',
    final,
    analysis,
    outcome: JSON.stringify({ reason, model, ...(usage ? { usage } : {}) }),
    receipt: final === undefined ? undefined : keptReceipt(queries),
  };
}

function endingOf(reason: unknown, run: LiveRun, log: ExecuteDependencies['log']): RunEnding {
  if (reason instanceof RunAborted) return { state: 'aborted', more: { aborted: true } };
  if (reason instanceof NodeEnds) return { state: 'interrupted', error: interruptedText };
  if (reason instanceof TurnFailed) {
    log.warn({ err: reason, run: run.place.id }, 'a run of a chat failed');
    return { state: 'failed', error: reason.message };
  }
  if (reason instanceof RequestError) return { state: 'failed', error: `${classOf(reason)}: ${reason.message}` };
  log.error({ err: reason, run: run.place.id }, 'a run of a chat failed because of a bug');
  return { state: 'failed', error: `InternalServerError: The run failed. Its number in the log is ${run.place.id}` };
}

const classes: Readonly<Record<number, string>> = {
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  429: 'TooManyRequestsError',
  503: 'ServiceUnavailableError',
};

function classOf({ status }: RequestError): string {
  return classes[status] ?? (status < 500 ? 'BadRequestError' : 'InternalServerError');
}
