import type { FastifyRequest } from 'fastify';
import type { AnswerService, CallerRuntime, QueryObserver, RequestMemory } from '@orrery/runtime';
import type { TokenCaller } from '@orrery/kernel';
import type { Standing } from './data-access.ts';
import type { RepeatedRequests } from './repeated/repeated-requests.ts';

/** Services the Data API needs. */
export interface DataDependencies {
  /**
   * The runtime of the deployment and branch in the request's address, as it is for who is asking.
   * @throws NotFound when there is none the principal may use
   */
  runtimeOf(request: FastifyRequest): Promise<CallerRuntime>;
  /** Identifies the caller. Called before the body is read. @throws Unauthorized */
  principalOf(request: FastifyRequest): Promise<TokenCaller>;
  /** What of a request's caller and runtime must stay for it to be answered again without being looked into. */
  standingOf(request: FastifyRequest, runtime: CallerRuntime): Standing;
  readonly repeated: Pick<RepeatedRequests, 'remember'>;
  /** Of the requests of all faces. */
  readonly memory: RequestMemory;
  readonly answers: AnswerService;
  readonly observer: QueryObserver;
  readonly clock: { now(): number };
  /** Adds stacks, request ids and the engine's own words to errors. */
  readonly isDevelopment: boolean;
}
