import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../../kernel/src/caller/principal.ts';
import type { AnswerOutcome, AnswerRequest } from '../../../../runtime/src/answer/answer-service.ts';
import { tenantOf } from '../../../../runtime/src/query/tenant.ts';
import { clientSignal } from '../../http/client-signal.ts';
import { ownerOf } from '../../../../runtime/src/query/owner-of.ts';
import type { QueryNote } from '../../../../runtime/src/query/query-note.ts';
import { contextOf } from '../../../../runtime/src/query/request-context.ts';

export type Caller = Pick<AnswerRequest, 'context' | 'tenant' | 'owner' | 'signal'>;

/** What an answer needs to know of who asks for it. */
export function callerOf(principal: Principal, request: FastifyRequest, reply: FastifyReply): Caller {
  return {
    context: contextOf(principal),
    tenant: tenantOf(principal),
    owner: ownerOf(principal, request.id),
    signal: clientSignal(reply),
  };
}

export interface ContinueWait {
  readonly error: 'Continue wait';
  readonly stage: string;
  readonly timeElapsed: number;
}

/** Tells a caller whose answer takes longer than a request waits to ask again. */
export function tellToWait(note: QueryNote, outcome: Extract<AnswerOutcome, { kind: 'wait' }>): ContinueWait {
  note.told = 'request.continue-wait';
  return { error: 'Continue wait', stage: outcome.stage, timeElapsed: outcome.elapsedMs };
}
