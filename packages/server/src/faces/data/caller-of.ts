import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DataScope } from '@orrery/kernel';
import { type AnswerOutcome, type AnswerRequest, contextOf, ownerOf, type QueryNote, tenantOf } from '@orrery/runtime';
import { clientSignal } from '../../http/index.ts';
import type { ContinueWait } from './continue-wait.ts';

export type Caller = Pick<AnswerRequest, 'context' | 'tenant' | 'owner' | 'signal'>;

/** What an answer needs to know of who asks for it. */
export function callerOf(principal: DataScope, request: FastifyRequest, reply: FastifyReply): Caller {
  return {
    context: contextOf(principal),
    tenant: tenantOf(principal),
    owner: ownerOf(principal, request.id),
    signal: clientSignal(reply),
  };
}

/** Tells a caller whose answer takes longer than a request waits to ask again. */
export function tellToWait(note: QueryNote, outcome: Extract<AnswerOutcome, { kind: 'wait' }>): ContinueWait {
  note.told = 'request.continue-wait';
  return { error: 'Continue wait', stage: outcome.stage, timeElapsed: outcome.elapsedMs };
}
