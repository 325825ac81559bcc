import { platformOperations } from '@orrery/contract';

const described: ReadonlySet<string> = new Set(platformOperations.map(({ method, path }) => `${method} ${path}`));

/**
 * Refuses to serve a route that is not among the operations.
 *
 * @param url with the prefix of the Platform API
 */
export function requireOperation(methods: string | readonly string[], url: string): void {
  const path = url.replace(/^\/api\/v1/, '');
  for (const method of [methods].flat()) {
    if (method === 'HEAD' || described.has(`${method} ${path}`)) continue;
    throw new Error(`${method} ${path} is not among the operations of the Platform API`);
  }
}
