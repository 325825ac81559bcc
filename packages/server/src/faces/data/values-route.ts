import { type ContinueWait, dataOperations, type ValuesAnswer, valuesRequestSchema } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidQuery, shapeProblems, suggestValues } from '@orrery/runtime';
import { clientSignal } from '../../http/index.ts';
import { principalFor } from './admitted.ts';
import { continueWait } from './continue-wait.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { routeOf } from './route-of.ts';

/** Suggests values of a dimension: what a filter on it may hold, of the rows the caller may see. */
export function registerValuesRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  app.route({
    ...routeOf(dataOperations.values),
    handler: (request, reply) => answerValues(request, reply, dependencies),
  });
}

async function answerValues(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DataDependencies,
): Promise<ValuesAnswer | ContinueWait> {
  const runtime = await dependencies.runtimeOf(request);
  const caller = { principal: principalFor(request), requestId: request.id, signal: clientSignal(reply) };
  const read = () => readValuesRequest(parametersOf(request, dependencies.memory));
  const answer = await suggestValues(runtime, read, caller, dependencies);
  if (answer.kind === 'wait') return continueWait(answer);
  const { member, values, complete } = answer;
  return { member, values, complete };
}

function readValuesRequest(parameters: Readonly<Record<string, unknown>>) {
  const outcome = valuesRequestSchema.safeParse(parameters, { reportInput: true });
  if (outcome.success) return outcome.data;
  throw new InvalidQuery(outcome.error.issues.flatMap((issue) => shapeProblems(issue)));
}
