import { createQuerySerializer } from 'openapi-fetch';
import { pathPart } from '../http/index.ts';

type ParameterValues = Readonly<Record<string, unknown>>;

/** Puts values into a path. @throws OrreryError for one that is missing, or would lead out of the path */
export function fillPath(path: string, values: ParameterValues): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => pathPart(name, values[name]));
}

const serializeQuery = createQuerySerializer<unknown>();

export interface AddressParts {
  readonly path?: ParameterValues | undefined;
  readonly query?: ParameterValues | undefined;
}

/** Returns the address of an operation. */
export function addressOf(baseUrl: string, path: string, { path: values = {}, query = {} }: AddressParts): string {
  const search = serializeQuery(query);
  return `${baseUrl}${fillPath(path, values)}${search === '' ? '' : `?${search}`}`;
}
