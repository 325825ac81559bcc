import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { RequestError, Unavailable } from '@orrery/kernel';
import { StatementInvalid } from '@orrery/runtime';
import type { Shares } from '../data/index.ts';
import { ClientLeft } from '../../http/index.ts';
import { signIn } from './access/sign-in.ts';
import type { SqlAccounts } from './access/sql-accounts.ts';
import type { AdmittedLogin, WireAccess } from './access/wire-access.ts';
import { MessageQueue } from './protocol/message-queue.ts';
import { WireOutbox } from './protocol/outbox.ts';
import { serverMessages } from './protocol/server-messages.ts';
import { WireFailure } from './protocol/wire-failure.ts';
import { failureFields } from './session/report-failure.ts';
import { ServedSession, type ServedSessionServices } from './session/served-session.ts';
import { wireBounds } from './session/wire-bounds.ts';
import { endPointOf } from './startup/end-point.ts';
import { negotiation, openTransport } from './startup/open-transport.ts';
import type { StartupPacket } from './startup/startup-packet.ts';

export interface ConnectionServices extends ServedSessionServices {
  readonly access: WireAccess;
  readonly accounts: SqlAccounts;
  readonly sessions: Shares;
  readonly arriving: Shares;
  readonly mostMessageBytes: number;
  /** Whether passwords may cross this machine in clear. */
  readonly isDevelopment: boolean;
  secureContext(): SecureContext | undefined;
  /** Sees a connection whose caller is known. */
  onKnown(socket: Socket): void;
}

/** Time for a client to read the last words. */
const lastWordsMs = 1_000;

/** Serves one connection from its first byte to its end. Never throws. */
export async function serveConnection(socket: Socket, services: ConnectionServices): Promise<void> {
  let stream: Duplex = socket;
  socket.on('error', () => undefined); // a close follows
  socket.setNoDelay(true);
  const late = setTimeout(() => socket.destroy(), wireBounds.signInWithinMs).unref();
  try {
    const secureContext = services.secureContext();
    const opened = await openTransport(socket, { secureContext, onSecure: (secure) => (stream = secure) });
    if (opened.kind === 'cancel') services.registry.cancel(opened.processId, opened.secret);
    if (opened.kind !== 'startup') return;
    stream = opened.stream;
    await serveSession({ ...opened, socket, onKnown: () => clearTimeout(late) }, services);
  } catch (error) {
    if (!(error instanceof ClientLeft)) sayLast(stream, error, services);
  } finally {
    clearTimeout(late);
    endStream(stream, socket);
  }
}

interface Begun {
  readonly socket: Socket;
  readonly stream: Duplex;
  readonly isSecure: boolean;
  readonly packet: StartupPacket;
  readonly onKnown: () => void;
}

/** @throws WireFailure, which is fatal, ClientLeft, and faults */
async function serveSession({ socket, stream, isSecure, packet, onKnown }: Begun, services: ConnectionServices) {
  const id = randomUUID();
  const address = socket.remoteAddress ?? '';
  const unbounded = { mostBytes: wireBounds.passwordBytes, claim: () => true };
  const queue = new MessageQueue(stream, unbounded);
  const outbox = new WireOutbox(stream, queue.left);
  let place: AdmittedLogin | undefined;
  try {
    const negotiated = negotiation(packet);
    if (negotiated) outbox.push(negotiated);
    const endPoint = stream instanceof TLSSocket ? endPointOf(stream.getX509Certificate()) : undefined;
    const login = await signIn({ packet, queue, outbox, isSecure, endPoint, address }, services);
    if (!login) return;
    const { owner, current } = login;
    if (queue.left.aborted) return;
    if (!services.sessions.take(owner)) {
      throw new WireFailure('53300', 'sorry, too many clients already', {
        hint: 'Close sessions that are not used, or raise CUBEJS_MAX_SESSIONS',
        isFatal: true,
      });
    }
    place = login;
    queue.bindTo({
      mostBytes: services.mostMessageBytes,
      claim: (bytes) => {
        if (bytes > 0) return services.arriving.take(owner, bytes);
        services.arriving.giveBack(owner, -bytes);
        return true;
      },
    });
    const { runtime } = await current();
    onKnown();
    services.onKnown(socket);
    const host = socket.remoteAddress ?? null;
    const from = { host, port: socket.remotePort ?? null };
    const input = { id, queue, outbox, packet, login, address: from };
    await new ServedSession(input, services, runtime.query.defaultZone).serve();
  } finally {
    outbox.flush();
    queue.close();
    if (place) services.sessions.giveBack(place.owner);
  }
}

function sayLast(stream: Duplex, error: unknown, { wire, log }: ConnectionServices): void {
  if (!(error instanceof RequestError) && !(error instanceof WireFailure)) {
    log.error({ err: error }, 'a connection of the PostgreSQL port failed');
  }
  const { code, message, ...rest } = failureFields(error, wire);
  const isStarting = error instanceof Unavailable;
  const isSetting = error instanceof StatementInvalid;
  const words = { code: isStarting ? '57P03' : isSetting ? '22023' : code, message };
  const report = serverMessages.report({ ...rest, ...words, severity: 'FATAL' });
  if (!stream.destroyed && stream.writable) stream.write(report);
}

function endStream(stream: Duplex, socket: Socket): void {
  if (socket.destroyed) return;
  stream.end();
  stream.resume(); // to see the end of the other side
  const overdue = setTimeout(() => socket.destroy(), lastWordsMs).unref();
  socket.once('close', () => clearTimeout(overdue));
}
