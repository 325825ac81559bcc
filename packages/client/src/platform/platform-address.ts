import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { pathPart } from '../http/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Puts values into a path. @throws OrreryError for one that is missing, or would lead out of the path */
export function fillPath(path: string, values: Values): string {
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) pathPart(name, values[name]);
  return defaultPathSerializer(path, { ...values });
}

const querySerializer = createQuerySerializer<unknown>();

export interface AddressParts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
}

/** Where an operation is asked. */
export function addressOf(baseUrl: string, path: string, { path: values = {}, query = {} }: AddressParts): string {
  const params = { path: { ...values }, query: { ...query } };
  return createFinalURL(path, { baseUrl, params, querySerializer, pathSerializer: fillPath });
}
