import { lookup } from 'node:dns/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { HttpSettings, SqlSettings } from '@orrery/config';
import type { ConnectionSql } from '@orrery/runtime';
import { Shares } from '../data/index.ts';
import { backlog, type Ending } from '../../http/index.ts';
import { WireAccess, type WireAccessDependencies } from './access/wire-access.ts';
import { type ConnectionServices, serveConnection } from './connection.ts';
import { HeldPlaces } from './rows/held-place.ts';
import { processClock, type RowClock } from './rows/row-clock.ts';
import { SessionRegistry } from './session/session-registry.ts';
import { wireBounds } from './session/wire-bounds.ts';

export { openSqlAccounts } from './access/sql-accounts.ts';

export interface PostgresPortInput extends WireAccessDependencies {
  readonly wire: ConnectionSql;
  /** Passwords may cross this machine in clear. */
  readonly isDevelopment: boolean;
  readonly sql: SqlSettings;
  readonly http: Pick<HttpSettings, 'host' | 'maxRequestBytes'>;
  /** Certificate and key in PEM; absent: there is no TLS. */
  readonly certificate: CertificatePair | undefined;
  /** Time that running statements have once the service closes. */
  readonly finishWithinMs: number;
  readonly ending: Pick<Ending, 'began' | 'ended' | 'whenClosing'>;
  readonly log: WireAccessDependencies['log'] & ConnectionServices['log'];
  /** Tells how long rows wait for their readers; absent: the monotonic clock of the process. */
  readonly rowClock?: RowClock | undefined;
}

interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** The port of PostgreSQL's protocol. */
export interface PostgresPort {
  /** @returns the port that it listens on @throws the error of the system when the address is taken */
  listen(port: number): Promise<number>;
  /** The port that it listens on; undefined: none. */
  readonly port: number | undefined;
  /** New connections get this certificate. */
  useCertificate(pair: CertificatePair): void;
  /** Ends all connections once their running statements are answered, and the rest after a while. */
  close(): Promise<void>;
}

/** Opens the port without listening on it. */
export function openPostgresPort(input: PostgresPortInput): PostgresPort {
  const { sql, http, ending, log, isDevelopment, wire } = input;
  const registry = new SessionRegistry();
  const unknown = new Set<Socket>();
  const all = new Set<Socket>();
  const servers: Server[] = [];
  let context = input.certificate && contextOf(input.certificate);
  let port: number | undefined;
  const most = sql.mostSessions;
  // One caller leaves some places to others.
  const mostOfCaller = Math.max(1, most - Math.ceil(most / 50));
  const services: ConnectionServices = {
    ...{ registry, ending, log, isDevelopment, wire, accounts: input.accounts },
    access: new WireAccess(input),
    sessions: new Shares({ most, mostOfDeployment: most, mostOfCaller }),
    arriving: new Shares(wireBounds.arriving),
    kept: new Shares(wireBounds.kept),
    places: new HeldPlaces(input.rowClock ?? processClock),
    mostMessageBytes: http.maxRequestBytes,
    secureContext: () => context,
    onKnown: (socket) => void unknown.delete(socket),
  };

  function accept(socket: Socket): void {
    all.add(socket);
    unknown.add(socket);
    socket.once('close', () => {
      all.delete(socket);
      unknown.delete(socket);
    });
    // The oldest one has had the most time.
    const [oldest] = unknown;
    if (unknown.size > most + wireBounds.unknownConnections) oldest?.destroy();
    serveConnection(socket, services).catch(() => socket.destroy());
  }

  async function listenOn(host: string, wanted: number): Promise<number> {
    const server = createServer({ allowHalfOpen: true }, accept);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: wanted, backlog }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    server.on('error', (error) => log.error({ err: error }, 'the PostgreSQL port has an error'));
    servers.push(server);
    return (server.address() as AddressInfo).port; // it listens on TCP
  }

  let closed: Promise<unknown> | undefined;
  const stopListening = () => {
    closed ??= Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    registry.stop();
    for (const socket of unknown) socket.destroy();
    return closed;
  };
  ending.whenClosing(() => void stopListening());

  return {
    get port() {
      return port;
    },
    listen: async (wanted) => {
      const [first = http.host, ...others] = await addressesOf(http.host);
      port = await listenOn(first, wanted);
      for (const host of others) await listenOn(host, port).catch(() => undefined); // one address is enough
      return port;
    },
    useCertificate: (pair) => {
      context = contextOf(pair);
    },
    close: async () => {
      const late = setTimeout(() => registry.terminate(), input.finishWithinMs).unref();
      const overdue = setTimeout(
        () => all.forEach((socket) => socket.destroy()),
        input.finishWithinMs + lastWordsMs,
      ).unref();
      await stopListening();
      clearTimeout(late);
      clearTimeout(overdue);
    },
  };
}

/** Time for clients to read why their connection ends. */
const lastWordsMs = 2_000;

function contextOf({ cert, key }: CertificatePair): SecureContext {
  return createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
}

/** `localhost` is reached over IPv4 and IPv6. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
