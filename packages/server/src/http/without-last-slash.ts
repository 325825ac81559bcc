import type { IncomingMessage } from 'node:http';

const below = '/api/';

/**
 * The target of a request without the slash at the end of its path: addresses below `/api/` are served with and without
 * one. A path that ends in an empty segment stays as it is, and so is refused.
 */
export function withoutLastSlash({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const hasOne = path.startsWith(below) && path.length > below.length && path.endsWith('/') && !path.endsWith('//');
  return hasOne ? path.slice(0, -1) + url.slice(path.length) : url;
}
