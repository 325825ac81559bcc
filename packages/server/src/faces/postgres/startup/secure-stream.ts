import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';

/** The protocol by its name in TLS. Clients that begin with TLS must name it, so that no other protocol is led here. */
export const postgresAlpn = 'postgresql';

/** Begins TLS on a connection. @returns the encrypted stream, or undefined where the handshake fails */
export function secureStream(stream: Duplex, secureContext: SecureContext): Promise<TLSSocket | undefined> {
  return new Promise((resolve) => {
    // A socket or a duplex stream: the declaration has only the first.
    const secure = new TLSSocket(stream as Socket, {
      isServer: true,
      secureContext,
      ALPNProtocols: [postgresAlpn],
    });
    const onFailure = () => {
      secure.destroy();
      resolve(undefined);
    };
    secure.once('error', onFailure);
    secure.once('close', onFailure);
    secure.once('end', onFailure);
    stream.once('end', onFailure);
    secure.once('secure', () => {
      secure.off('end', onFailure);
      stream.off('end', onFailure);
      secure.off('error', onFailure);
      secure.off('close', onFailure);
      secure.on('error', () => undefined); // a close follows
      resolve(secure);
    });
  });
}
