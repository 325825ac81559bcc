import { createQuerySerializer } from 'openapi-fetch';
import { pathPart } from '../http/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Puts values into a path. @throws OrreryError for one that is missing, or would lead out of the path */
export function fillPath(path: string, values: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => pathPart(name, values[name]));
}

const serializeQuery = createQuerySerializer<unknown>();

export interface AddressParts {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
}

/** Returns the address of an operation. */
export function addressOf(baseUrl: string, path: string, { path: values = {}, query = {} }: AddressParts): string {
  const search = serializeQuery(query);
  return `${baseUrl}${fillPath(path, values)}${search === '' ? '' : `?${search}`}`;
}
