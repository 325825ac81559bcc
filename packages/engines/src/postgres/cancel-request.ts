import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { openSocket } from '../network/index.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { tlsOptions } from './tls-options.ts';

/** What the server gave a connection to be cancelled by. */
export interface BackendKey {
  readonly processId: number;
  readonly secret: number;
}

/** PostgreSQL manual, "Message Formats": SSLRequest and CancelRequest. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const cancelCode = 80_877_102;

/**
 * Asks the server to stop what the backend of `key` runs, over a connection of its own.
 *
 * @returns when the server has closed that connection: then the backend has its signal, if there was such a backend.
 * A server that cannot be reached is nobody's news here: whoever waits for the statement gives up by the clock.
 */
export function requestCancel(settings: PostgresSettings, key: BackendKey): Promise<void> {
  const { host, connectTimeoutMs } = settings;
  const tls = tlsOptions(settings.tls);
  return new Promise((settle) => {
    const socket = openSocket(settings);
    socket.setTimeout(connectTimeoutMs, () => socket.destroy());
    socket.once('error', () => socket.destroy());
    socket.once('close', () => settle());
    if (tls === undefined) {
      send(socket, key);
      return;
    }
    socket.write(sslRequest);
    socket.once('data', (answer) => {
      if (answer.toString('latin1') !== 'S') {
        socket.destroy();
        return;
      }
      const servername = isIP(host) === 0 ? { servername: host } : {};
      const secure = connectTls({ ...tls, ...servername, socket, host }, () => send(secure, key));
      secure.once('error', () => socket.destroy());
    });
  });
}

function send(socket: Socket, { processId, secret }: BackendKey): void {
  const message = Buffer.alloc(16);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(cancelCode, 4);
  message.writeInt32BE(processId, 8);
  message.writeInt32BE(secret, 12);
  socket.write(message);
  socket.resume();
}
