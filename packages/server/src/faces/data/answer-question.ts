import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ask,
  type AskOptions,
  type CallerRuntime,
  type JsonQuestion,
  type PiecesAnswer,
  type StatementQuestion,
  type Waiting,
} from '@orrery/runtime';
import { clientSignal } from '../../http/index.ts';
import { principalFor } from './admitted.ts';
import { logFailure } from './answer-data-errors.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { AfterSending, rememberAnswered } from './repeated/remember-answered.ts';
import { sendCompressed } from './send-compressed.ts';
import { sendStream } from './send-stream.ts';

interface ArrivedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly runtime: CallerRuntime;
}

/** The words of one face for what is no answer. */
interface FaceWords {
  /** Tells the client that the answer takes longer. */
  sendWait(waiting: Waiting): FastifyReply | Promise<FastifyReply>;
  /** Returns the status in the log for rows that end early. */
  statusOf(error: unknown): number;
  /** Returns the last piece of a body whose rows end early; absent: the connection is closed. */
  lastPiece?(error: unknown): Uint8Array;
}

type SendOptions = Pick<AskOptions, 'cacheMode'> & {
  readonly endpoint: 'load' | 'subscribe' | 'cubesql';
  readonly takes: 'body' | 'pieces';
  readonly waitsForAnswer?: boolean;
};

/** The sending of answers to questions over HTTP. A route takes `onResponse` as its hook. */
interface AnswerSender {
  /** Asks, sends the body whole or while it is made, and remembers the request where a repetition has the same answer. */
  answer(
    arrived: ArrivedRequest,
    question: JsonQuestion | StatementQuestion,
    options: SendOptions,
    words: FaceWords,
  ): Promise<FastifyReply>;
  onResponse(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function answering(dependencies: DataDependencies): AnswerSender {
  const afterSending = new AfterSending();
  return {
    onResponse: afterSending.onResponse,
    answer: async ({ request, reply, runtime }, question, options, words) => {
      const caller = { principal: principalFor(request), requestId: request.id, signal: clientSignal(reply) };
      const answer = await ask(runtime, question, { ...caller, ...options }, dependencies);
      if (answer.kind === 'wait') return words.sendWait(answer);
      if (answer.kind === 'pieces') return sendPieces(request, reply, answer, words);
      const answered = { runtime, endpoint: options.endpoint, answer };
      afterSending.add(request, rememberAnswered(request, answered, dependencies));
      return sendCompressed(request, reply, answer.body);
    },
  };
}

/** Sends rows while they are made. A failure that is thrown has closed the connection, so it has no further answer. */
async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PiecesAnswer,
  { statusOf, lastPiece }: FaceWords,
): Promise<FastifyReply> {
  let failure: unknown;
  async function* endedBy(last: (error: unknown) => Uint8Array) {
    try {
      return yield* answer.pieces;
    } catch (error) {
      failure = error;
      yield last(error);
      return undefined;
    }
  }
  try {
    const body = lastPiece ? endedBy(lastPiece) : answer.pieces;
    const { result: facts, bytes } = await sendStream(request, reply, body, { statusOf });
    if (facts) answer.succeed({ facts, bytes });
    else answer.fail(failure);
  } catch (error) {
    logFailure(request, error, statusOf(error));
    answer.fail(error);
  }
  return reply;
}
