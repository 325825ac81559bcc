import type { IncomingMessage } from 'node:http';
import { withoutLastSlash } from './without-last-slash.ts';

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
