import { hasTooManyValues, isDeeperThan, mostBodyValues } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { deepestJson } from '../resource/index.ts';
import { ScimError } from '../scim-error.ts';

/** Parses both media types of SCIM to a bounded depth and number of values. A missing body is accepted here. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ['application/json', 'application/scim+json'];
  app.addContentTypeParser(types, { parseAs: 'string' }, async (_request: unknown, text: string) => parsed(text));
}

/** @throws ScimError */
function parsed(text: string): unknown {
  if (hasTooManyValues(text)) {
    throw ScimError.bad('invalidValue', `The body holds more than ${mostBodyValues} values; send members in parts`);
  }
  const body = text === '' ? undefined : parseJson(text);
  if (isDeeperThan(body, deepestJson)) {
    throw ScimError.bad('invalidSyntax', `The body is nested more than ${deepestJson} levels deep`);
  }
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw ScimError.bad('invalidSyntax', 'The body is not valid JSON');
  }
}
