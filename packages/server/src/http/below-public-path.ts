import type { IncomingMessage } from 'node:http';

/**
 * Makes the address that routes know of the address of a request: without the path of the public URL, which a proxy may
 * or may not have removed, and without a slash at the end.
 */
export function belowPublicPath(publicPath: string): (request: Pick<IncomingMessage, 'url'>) => string {
  return ({ url = '' }) => {
    const rest = url.slice(publicPath.length);
    const isBelow = publicPath !== '' && url.startsWith(publicPath) && /^(?:[/?]|$)/.test(rest);
    if (!isBelow) return withoutLastSlash({ url });
    return withoutLastSlash({ url: rest.startsWith('/') ? rest : `/${rest}` });
  };
}

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
