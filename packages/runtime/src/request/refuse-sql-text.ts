import { InvalidQuery } from './invalid-query.ts';
import { requestProblem } from './request-problem.ts';

/** `/v1/sql` answers JSON queries; SQL text is refused by name. */
export function refuseSqlText(parameters: Readonly<Record<string, unknown>>): void {
  const format = parameters['format'];
  if (format === undefined || format === 'rest') return;
  const message =
    format === 'sql'
      ? 'Invalid query format: "format" sql is not served yet'
      : 'Invalid query format: "format" must be one of [rest]';
  throw new InvalidQuery([requestProblem('request.not-served', message, { path: 'format' })]);
}
