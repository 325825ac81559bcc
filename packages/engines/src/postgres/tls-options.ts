import type { ConnectionOptions } from 'node:tls';
import type { ServerTls } from '../server-tls.ts';

/** TLS options of the driver and of `tls.connect`; `undefined` for a plain connection. */
export function tlsOptions({ mode, authorities }: ServerTls): ConnectionOptions | undefined {
  const ca = authorities === undefined ? {} : { ca: authorities };
  switch (mode) {
    case 'off':
      return undefined;
    case 'encrypted':
      return { rejectUnauthorized: false };
    case 'trusted':
      return { ...ca, rejectUnauthorized: true, checkServerIdentity: () => undefined };
    case 'verified':
      return { ...ca, rejectUnauthorized: true };
  }
}
