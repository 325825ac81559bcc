import type {
  AnswerService,
  CallerRuntime,
  QueryObserver,
  RequestMemory,
  StatementAsker,
  Statements,
} from '@orrery/runtime';
import type { DataScope, TokenCaller } from '@orrery/kernel';
import type { Arrival, RightsCheck } from './data-access.ts';
import type { GraphqlPlanner } from './graphql/index.ts';
import type { Sockets } from './sockets/index.ts';
import type { RepeatedRequests } from './repeated/repeated-requests.ts';

/** Services the Data API needs. */
export interface DataDependencies {
  /**
   * Returns the runtime of the deployment and branch in the request's address, for this caller.
   * @throws NotFound when the caller may use no such runtime
   */
  runtimeOf(request: Arrival): Promise<CallerRuntime>;
  /** Identifies the caller. Called before the body is read. @throws Unauthorized */
  principalOf(request: Arrival): Promise<TokenCaller>;
  /** The caller by what its token itself says, once `principalOf` has let it in. */
  statedOf(request: Arrival): DataScope;
  /** Finds the user with whose rights a statement may run; `undefined` for callers without that permission. See `DataAccess`. */
  askerNamed(request: Arrival, name: string): Promise<StatementAsker | undefined>;
  /** Returns the check that a repeated request must pass to be answered without being examined again. */
  rightsCheckOf(request: Arrival, runtime: CallerRuntime): RightsCheck;
  readonly repeated: Pick<RepeatedRequests, 'remember' | 'rememberCall' | 'answerCall'>;
  readonly graphql: Pick<GraphqlPlanner, 'plan' | 'write'>;
  readonly sockets: Pick<Sockets, 'register'>;
  /** Remembers the requests of all faces. */
  readonly memory: RequestMemory;
  readonly answers: AnswerService;
  readonly statements: Statements;
  readonly observer: QueryObserver;
  readonly clock: { now(): number };
  /** Adds stacks, request ids and the engine's own words to errors. */
  readonly isDevelopment: boolean;
}
