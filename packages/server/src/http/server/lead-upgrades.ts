import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { asksForSocket } from './create-server.ts';

/** A request for a socket, with the answer to it and the bytes that came behind its head. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Duplex;
  readonly head: Buffer;
}

/** Header lines that Node reads of a request; the rest it leaves out. */
const mostHeaders = 1_000;

/**
 * Leads requests for sockets to `lead`. Before version 24 Node takes requests for any protocol out of the connection, without
 * their body. Those for others, such as HTTP/2 without TLS, are given back, and answered as if they asked for none.
 */
export function leadUpgrades(server: Server | SecureServer, lead: (asked: UpgradeRequest) => void): void {
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => undefined); // a close follows
    const response = new ServerResponse(request);
    const socket = connection as Parameters<ServerResponse['assignSocket']>[0]; // one of this server
    try {
      response.assignSocket(socket);
    } catch {
      connection.destroy(); // it has not got the answer to the request before this one
      return;
    }
    if (asksForSocket(request)) {
      response.shouldKeepAlive = false;
      response.once('finish', () => connection.end());
      lead({ request, response, connection, head });
      return;
    }
    response.detachSocket(socket);
    if (request.rawHeaders.length >= 2 * mostHeaders) {
      connection.end('HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n');
      return;
    }
    connection.unshift(Buffer.concat([withoutUpgrade(request), head]));
    server.emit(server instanceof SecureServer ? 'secureConnection' : 'connection', connection);
  });
}

/** The head of a request, as it came but for what it asks to change to. */
function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
