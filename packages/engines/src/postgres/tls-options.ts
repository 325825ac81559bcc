import type { ConnectionOptions } from 'node:tls';
import type { ServerTls } from '../server-tls.ts';

/** As the driver and `tls.connect` take it; `undefined` where the connection is plain. */
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
