import type { Operation } from '@orrery/contract';
import type { RouteOptions } from 'fastify';

/** An operation of the Data API as Fastify serves it; the hook of the face admits callers by its scope. */
export function routeOf({
  method,
  alsoBy,
  path,
  takes: { scope },
}: Operation): Pick<RouteOptions, 'method' | 'url' | 'config'> {
  if (scope === undefined) throw new Error(`${method} ${path} does not say what a token must be allowed`);
  return { method: alsoBy ? [method, alsoBy] : method, url: path, config: { scope } };
}
