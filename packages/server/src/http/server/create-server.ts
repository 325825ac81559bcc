import { createServer as createPlainServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { TlsMaterial } from '../tls/certificate-source.ts';

/** Time limits for a handshake, the headers of a request, and a whole request. */
const handshakeWithinMs = 10_000;
const headersWithinMs = 20_000;
const requestWithinMs = 60_000;
/** How often connections are checked against these limits. */
const lookThroughEveryMs = 5_000;
/** Longer than load balancers keep a connection (60 s): who closes it first must be the one that sends on it. */
const keepAliveMs = 72_000;
const maxHeaderBytes = 16 * 1024;

/** Creates the server, with HTTPS if there is a certificate. */
export function createServer(listener: RequestListener, tls: TlsMaterial | undefined): Server | SecureServer {
  const options = {
    headersTimeout: headersWithinMs,
    requestTimeout: requestWithinMs,
    connectionsCheckingInterval: lookThroughEveryMs,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: maxHeaderBytes,
    shouldUpgradeCallback: asksForSocket,
  };
  return tls
    ? createSecureServer({ ...options, ...secureOptions(tls), handshakeTimeout: handshakeWithinMs }, listener)
    : createPlainServer(options, listener);
}

/** Requests for any other protocol, such as HTTP/2 without TLS, are answered as if they asked for none. */
export function asksForSocket({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** New connections get this certificate; those that are open keep theirs. */
export function serveWith(server: Server | SecureServer, tls: TlsMaterial): void {
  if ('setSecureContext' in server) server.setSecureContext(secureOptions(tls));
}

function secureOptions({ cert, key }: TlsMaterial) {
  return { cert, key, minVersion: 'TLSv1.2' as const };
}
