import { hasTooManyValues, isDeeperThan, mostBodyValues } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { Invalid } from '@orrery/kernel';

/** Stored JSON may be a hundred levels deep; somewhat deeper values are refused by the name of their field. */
const deepest = 256;

/**
 * Parses JSON bodies of a bounded depth and a bounded number of values, so that later code may recurse, and look at each
 * value. Some clients send a content type without a body: that counts as no body, not as invalid JSON.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else if (hasTooManyValues(String(text))) done(tooManyValues());
    else {
      void parse(request, String(text), (error, body) => {
        const fault = !error && isDeeperThan(body, deepest) ? tooDeep() : error;
        done(fault, body);
      });
    }
  });
}

function tooDeep(): Invalid {
  return new Invalid('request.too-deep', `The body is nested more than ${deepest} levels deep`);
}

function tooManyValues(): Invalid {
  return new Invalid('request.too-many-values', `The body holds more than ${mostBodyValues} values`);
}
