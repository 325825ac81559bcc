import { dataErrorSchema } from '@orrery/contract';
import { EngineError } from '@orrery/engines';
import { problem } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { Forbidden, Unauthorized } from '../../../kernel/src/failure/errors.ts';
import { presentError } from './data-error-body.ts';
import { DataSourceFailure } from './data-source-failure.ts';
import { InvalidQuery } from './invalid-query.ts';
import { refuseProblems } from './refuse-problems.ts';

const production = { requestId: 'r-1', isDevelopment: false };
const development = { requestId: 'r-1', isDevelopment: true };

function present(error: unknown, context = production) {
  const { status, body } = presentError(error, context);
  return { status, ...dataErrorSchema.parse(body) };
}

describe('presentError', () => {
  it('lists the problems of a request', () => {
    const problems = [
      { code: 'request.unknown-key', message: 'a', path: 'x', hint: 'h' },
      { code: 'request.unknown-key', message: 'b' },
    ];
    expect(present(new InvalidQuery(problems))).toEqual({ status: 400, error: 'a', problems });
  });

  it('marks messages of the model', () => {
    const unknown = problem('query.unknown-member', { member: 'nope', path: 'orders.nope' });
    expect(present(refuseProblems([unknown]))).toMatchObject({
      status: 400,
      type: 'UserError',
      error: "'nope' not found for path 'orders.nope'",
    });
    expect(present(refuseProblems([problem('query.bad-date', { text: 'foo' })]))).not.toHaveProperty('type');
    expect(present(refuseProblems([problem('query.limit-exceeded', {})]))).toMatchObject({
      error: 'Error: The query limit has been exceeded.',
      problems: [{ message: 'The query limit has been exceeded.' }],
    });
  });

  it('gives only the message about a caller without rights', () => {
    expect(present(new Unauthorized('auth.invalid', 'Invalid token'))).toEqual({ status: 401, error: 'Invalid token' });
    expect(present(new Forbidden('auth.scope-missing', 'API scope is missing: sql'))).toEqual({
      status: 403,
      error: 'API scope is missing: sql',
    });
  });

  it("shows the engine's own message in development mode only", () => {
    const error = new DataSourceFailure(new EngineError('conversion', new Error("'secret' is no number")), [
      'orders.a',
    ]);
    expect(present(error)).toEqual({
      status: 400,
      error: 'Error: The data source reported a conversion error for orders.a (request r-1)',
      problems: [expect.objectContaining({ code: 'data-source.conversion' })],
      requestId: 'r-1',
    });
    expect(present(error, development).error).toContain("'secret' is no number");
  });

  it('names the query of the data source that passes a limit, and a way out', () => {
    const cause = new Error('Number of stages in the query (184) exceeds the allowed maximum (150)');
    const error = new EngineError('resource', cause);
    error.engineQueryId = '20261201_033000_00001_abcde';
    const words =
      'The data source reported a resource error for orders.a, in its query 20261201_033000_00001_abcde (request r-1)';
    expect(present(new DataSourceFailure(error, ['orders.a']))).toMatchObject({
      error: `Error: ${words}`,
      problems: [{ code: 'data-source.resource', message: words, hint: expect.stringContaining('fewer measures') }],
    });
  });

  it('hides internal errors', () => {
    const answer = present(new TypeError('cannot read x of undefined'));
    expect(answer).toEqual({ status: 500, error: 'Error: Internal error', requestId: 'r-1' });
    expect(present(new TypeError('x'), development)).toMatchObject({
      error: 'TypeError: x',
      stack: expect.any(String),
    });
  });

  it('describes a body that is too large', () => {
    const error = Object.assign(new Error('too large'), { statusCode: 413 });
    expect(present(error)).toMatchObject({ status: 413, error: 'PayloadTooLargeError: request entity too large' });
  });
});
