import { type ConvertedQuery, dataOperations, statementFormSchema } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { convertToRest, convertToSql, InvalidQuery, observed, requestProblem } from '@orrery/runtime';
import { principalFor } from '../admitted.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { parametersOf } from '../read-body.ts';
import { routeOf } from '../route-of.ts';

/** Turns a statement of SQL into a query of the JSON API, and the other way round. */
export function registerConvertQueryRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, memory, clock, statements } = dependencies;
  app.route({
    ...routeOf(dataOperations.convertQuery),
    handler: async (request): Promise<ConvertedQuery> => {
      const runtime = await runtimeOf(request);
      const principal = principalFor(request);
      return observed({ endpoint: 'sql', request, principal, runtime }, dependencies, async (note) => {
        const parameters = parametersOf(request, memory);
        const { input, query } = languagesOf(parameters);
        const converting = { principal, now: clock.now(), statements };
        if (input === 'rest') return convertToSql(runtime, query, { ...converting, memory, ...formOf(parameters) });
        const text = textOf(query);
        note.query = { sql: text };
        return convertToRest(runtime, text, converting);
      });
    },
  });
}

/** @throws InvalidQuery */
function languagesOf({ input, output, query }: Readonly<Record<string, unknown>>) {
  if (input !== 'sql' && input !== 'rest') throw unexpected('input', input);
  if (output !== (input === 'sql' ? 'rest' : 'sql')) throw unexpected('output', output);
  return { input, query } as const;
}

/** The form of the statement that a query becomes. @throws InvalidQuery */
function formOf({ calculatedFields, keepsRelativeDates }: Readonly<Record<string, unknown>>) {
  const read = statementFormSchema.safeParse({ calculatedFields, keepsRelativeDates });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path.join('.') ?? '';
  const message = `${path} is not as expected: ${issue?.message ?? ''}`;
  throw refusal(requestProblem('request.invalid-value', message, { path }));
}

function unexpected(name: 'input' | 'output', value: unknown): InvalidQuery {
  const shown = typeof value === 'string' ? value.slice(0, 100) : typeof value;
  const hint = "'sql' becomes 'rest', and 'rest' becomes 'sql'";
  const where = { path: name, hint };
  return refusal(requestProblem('request.invalid-value', `Unexpected ${name} parameter value '${shown}'`, where));
}

/** @throws InvalidQuery */
function textOf(query: unknown): string {
  if (typeof query === 'string' && query.trim() !== '') return query;
  const message = 'query parameter must be a non-empty string';
  throw refusal(requestProblem('request.wrong-type', message, { path: 'query' }));
}

/** The contract words these errors with a word before them. */
function refusal(problem: ReturnType<typeof requestProblem>): InvalidQuery {
  return new InvalidQuery([problem], { error: `Error: ${problem.message}` });
}
