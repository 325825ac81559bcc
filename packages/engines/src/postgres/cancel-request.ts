import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { openSocket } from '../network/index.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { tlsOptions } from '../server-tls.ts';

/** Identifies a connection in a request to cancel its statement. */
export interface BackendKey {
  readonly processId: number;
  readonly secret: number;
}

/** PostgreSQL manual, "Message Formats": SSLRequest and CancelRequest. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const cancelCode = 80_877_102;

/**
 * Asks the server to stop the statement that the backend of `key` runs, over a separate connection.
 *
 * @returns when the server has closed that connection: the backend, if it existed, then has its signal. Never rejects:
 * if the server cannot be reached, the statement ends by its own timeout.
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
