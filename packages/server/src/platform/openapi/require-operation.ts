import { operations } from './operations.ts';

/**
 * A route that nobody described is not served.
 *
 * @param url with the prefix of the Platform API, with or without a slash at its end
 */
export function requireOperation(methods: string | readonly string[], url: string): void {
  const path = url.replace(/^\/api\/v1/, '').replace(/\/$/, '');
  for (const method of [methods].flat()) {
    if (method === 'HEAD' || operations[`${method} ${path}`]) continue;
    throw new Error(`${method} ${path} is not among the operations of the Platform API`);
  }
}
