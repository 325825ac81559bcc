import { Readable } from 'node:stream';
import type { AnswerOf, BodyOf, ParametersOf, Operation, QueryOf } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { archiveBounds } from '@orrery/deployments';
import type { ContentRights } from '@orrery/content';
import type { Person, Viewer } from '@orrery/kernel';
import type { Changes } from '@orrery/people';
import { serveOperation } from '../../http/index.ts';
import { type RequestCaller, requestCallerOf, callerOf, type Credentials, requireOwnPage } from './caller.ts';
import { readFields, readParameters } from './invalid-fields.ts';
import type { AgentInPath } from '../../agents/index.ts';
import { requireUse, type Things } from './may-use.ts';
import { pathParameters } from './path-parameters.ts';

/** Dependencies of the routes of the Platform API. */
export interface PlatformFace {
  readonly app: FastifyInstance;
  readonly credentials: Credentials;
  readonly things: Things;
  readonly changes: Changes;
}

/** Largest body of an operation that needs no credential. */
const publicBodyBytes = 64 * 1024;
const mostBodyBytes = 10 * 1024 * 1024;

/** An admitted request, as the operation reads it. */
type OperationRequest<O extends Operation> = {
  readonly params: ParametersOf<O>;
  readonly query: QueryOf<O>;
  readonly body: O extends { readonly archive: string } ? unknown : BodyOf<O>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
} & (O['takes']['callers'] extends 'anybody' ? unknown : RequestCaller<CallerOf<O['takes']['callers']>>) &
  (O['takes'] extends { readonly onDeployment: string } ? OnDeployment : unknown) &
  (O['takes'] extends { readonly onAgent: true } ? { readonly agent: AgentInPath } : unknown);

/** The kinds of callers that an operation names. */
type CallerOf<Named> = Named extends readonly (infer Kind)[]
  ? Extract<Person | Viewer, { readonly kind: Kind }>
  : never;

interface OnDeployment {
  readonly deploymentId: number;
  readonly rights: ContentRights;
}

/** The immutable answer of an operation. */
type ImmutableAnswer<O extends Operation> = O['answer'] extends 'nothing'
  ? void
  : O['answer'] extends 'csv' | 'lines' | 'records'
    ? AsyncIterable<string>
    : Unchanged<AnswerOf<O>>;

type Unchanged<T> = T extends object ? { readonly [Key in keyof T]: Unchanged<T[Key]> } : T;

/** Media types of answers that are sent piece by piece. */
const streamTypes: ReadonlyMap<unknown, string> = new Map([
  ['csv', 'text/csv; charset=utf-8'],
  ['lines', 'application/x-ndjson; charset=utf-8'],
  ['records', 'application/json; charset=utf-8'],
]);

/** Lets nothing on the way collect the records of a stream. */
function sendAtOnce(reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
  reply.request.raw.socket.setNoDelay(true);
}

/** Serves an operation of the Platform API: `act` runs for callers who may use it, with the parsed request. */
export function serve<O extends Operation>(
  { app, credentials, things, changes }: PlatformFace,
  operation: O,
  act: (admitted: OperationRequest<O>) => Promise<ImmutableAnswer<O>>,
): void {
  const { takes, query, body, archive, bodyBytes = mostBodyBytes } = operation;
  const face = {
    app,
    admit: async (_: Operation, request: FastifyRequest): Promise<object> => {
      if (takes.callers === 'anybody') {
        if (!takes.isForAllPages) requireOwnPage(request);
        return {};
      }
      const caller = await callerOf(request, credentials, operation);
      const { rights, agent } = await requireUse(operation, caller, request, things);
      const requestCaller = requestCallerOf(caller, changes);
      if (agent) return { ...requestCaller, agent };
      return rights ? { ...requestCaller, rights, deploymentId: rights.deploymentId } : requestCaller;
    },
  };
  const bodyLimit = archive ? archiveBounds.archiveBytes : takes.callers === 'anybody' ? publicBodyBytes : bodyBytes;
  serveOperation(
    face,
    operation,
    async ({ caller, request, reply }) => {
      const given = {
        params: pathParameters(operation, request),
        query: query ? readParameters(query, request.query) : undefined,
        body: body ? readFields(body, request.body) : request.body,
      };
      const shown = await act({ ...caller, ...given, request, reply } as OperationRequest<O>); // by the operation's own schemas
      const type = streamTypes.get(operation.answer);
      if (type === undefined) return shown;
      reply.type(type);
      if (operation.answer === 'records') sendAtOnce(reply);
      return shown instanceof Readable ? shown : Readable.from(shown as AsyncIterable<string>); // the answer of such an operation
    },
    // Compression would collect records until there are enough of them.
    { bodyLimit, ...(operation.answer === 'records' ? { compress: false } : {}) },
  );
}
