import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { serverMessages } from '../protocol/server-messages.ts';
import { brokenProtocol, WireFailure } from '../protocol/wire-failure.ts';
import { PeekedSocket } from './peeked-socket.ts';
import { readBytes } from './read-bytes.ts';
import { postgresAlpn, secureStream } from './secure-stream.ts';
import { readStartup, type StartupPacket } from './startup-packet.ts';

/** The kinds of connections, by their beginning. */
export type OpenTransport =
  | { readonly kind: 'startup'; readonly stream: Duplex; readonly isSecure: boolean; readonly packet: StartupPacket }
  | { readonly kind: 'cancel'; readonly processId: number; readonly secret: Buffer }
  /** The client left, or TLS failed. */
  | { readonly kind: 'gone' };

const codes = { cancel: 80_877_102, tls: 80_877_103, gss: 80_877_104 } as const;
const mostStartupBytes = 10_000;
const tlsHandshake = 0x16;
const gone = { kind: 'gone' } as const;

interface TransportInput {
  /** Absent: there is no TLS here. */
  readonly secureContext: SecureContext | undefined;
  /** Sees the stream to answer on, once it is encrypted. */
  readonly onSecure: (stream: Duplex) => void;
}

/**
 * Reads the beginning of a connection: TLS at once or asked for, encryption by GSS refused, then the first message.
 *
 * @throws WireFailure, which is fatal
 */
export async function openTransport(
  socket: Socket,
  { secureContext, onSecure }: TransportInput,
): Promise<OpenTransport> {
  let stream: Duplex = socket;
  let isSecure = false;
  let head = await readBytes(socket, 1);
  if (head?.[0] === tlsHandshake) {
    if (!secureContext) return gone;
    const rest = socket.read() as Buffer | null; // no encoding is set
    const secure = await secureStream(
      new PeekedSocket(socket, rest ? Buffer.concat([head, rest]) : head),
      secureContext,
    );
    if (!secure) return gone;
    stream = secure;
    isSecure = true;
    onSecure(stream);
    if (secure.alpnProtocol !== postgresAlpn) {
      const hint =
        'The client begins with TLS and does not name the protocol by ALPN; let it ask for TLS (sslnegotiation=postgres)';
      throw new WireFailure('08P01', 'direct TLS needs the ALPN protocol "postgresql"', { hint, isFatal: true });
    }
    head = await readBytes(stream, 1);
  }
  for (;;) {
    const rest = head && (await readBytes(stream, 3));
    if (!head || !rest) return gone;
    const length = Buffer.concat([head, rest]).readInt32BE(0);
    if (length < 8 || length > mostStartupBytes) throw brokenProtocol('invalid length of startup packet');
    const body = await readBytes(stream, length - 4);
    if (!body) return gone;
    const code = body.readInt32BE(0);
    if (code === codes.cancel) {
      if (length < 16) return gone;
      return { kind: 'cancel', processId: body.readInt32BE(4), secret: body.subarray(8) };
    }
    if (code !== codes.tls && code !== codes.gss) {
      return { kind: 'startup', stream, isSecure, packet: readPacket(body, code) };
    }
    if (code === codes.tls && secureContext && !isSecure) {
      if (socket.readableLength > 0) throw brokenProtocol('received unencrypted data after SSL request');
      socket.write('S');
      const secure = await secureStream(socket, secureContext);
      if (!secure) return gone;
      stream = secure;
      isSecure = true;
      onSecure(stream);
    } else {
      stream.write('N');
    }
    head = await readBytes(stream, 1);
  }
}

function readPacket(body: Buffer, code: number): StartupPacket {
  const [major, minor] = [code >>> 16, code & 0xffff];
  if (major === 3) return readStartup(body.subarray(4), minor);
  throw new WireFailure('0A000', `unsupported frontend protocol ${major}.${minor}: server supports 3.0 to 3.0`, {
    isFatal: true,
  });
}

/** Settles what of the protocol is newer than ours; undefined where nothing is. */
export function negotiation({ newer }: StartupPacket): Buffer | undefined {
  return newer && serverMessages.negotiateVersion(newer.options);
}
