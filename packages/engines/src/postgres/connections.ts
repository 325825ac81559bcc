import type { ClientConfig, Pool, PoolClient } from 'pg';
import { EngineCancelled } from '../engine.ts';
import { GuardedSocket } from '../network/index.ts';
import { Permits } from '../permits.ts';
import type { BackendKey } from './cancel-request.ts';
import { sqlState, toEngineError } from './postgres-errors.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { tlsOptions } from './tls-options.ts';

/** A connection for one statement. */
export interface Lease {
  readonly client: PoolClient;
  readonly key: BackendKey;
  /** It is idle and as good as new. */
  release(): void;
  /** Ends it, whatever it does. */
  destroy(): void;
}

/** For checks and lists of tables, which do not wait for the statements of callers. */
const placesBeside = 1;
const idleMs = 30_000;
const keepAliveAfterMs = 30_000;
/** How soon a backend notices, while it works, that nobody is there any more. */
const checkPeer = "SET client_connection_check_interval = '5s'";
/** Servers before version 14 have no such setting, some systems cannot do it. */
const UNKNOWN_SETTING = '42704';
const INVALID_SETTING = '22023';

/** At most `maxRunning` connections for statements at a time, and one beside them. */
export class Connections {
  readonly #pool: Pool;
  readonly #statements: Permits;
  readonly #beside = new Permits(placesBeside);
  #closed: Promise<void> | undefined;

  private constructor(pool: Pool, maxRunning: number) {
    this.#pool = pool;
    this.#statements = new Permits(maxRunning);
  }

  /** The driver loads here. */
  static async open(settings: PostgresSettings): Promise<Connections> {
    const { default: pg } = await import('pg');
    class Client extends pg.Client {
      constructor(config?: ClientConfig) {
        super(config);
        // When the driver itself gives up while it connects, it leaves the server waiting for a minute.
        this.connection.once('error', () => this.connection.stream.destroy());
      }
    }
    const { network } = settings;
    const pool = new pg.Pool({
      ...(network ? { stream: () => new GuardedSocket(network) } : {}),
      host: settings.host,
      port: settings.port,
      database: settings.database,
      user: settings.user,
      password: () => settings.password, // a function: an empty text would send the driver to ~/.pgpass
      ssl: tlsOptions(settings.tls) ?? false,
      application_name: settings.applicationName,
      client_encoding: 'utf8',
      connectionTimeoutMillis: settings.connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      idleTimeoutMillis: idleMs,
      max: settings.maxRunning + placesBeside,
      allowExitOnIdle: true,
      Client,
      onConnect: noticeLostPeers,
    });
    // A connection that breaks while it is idle is replaced by the next statement's.
    pool.on('error', () => undefined);
    return new Connections(pool, settings.maxRunning);
  }

  /** @throws EngineError `connection`; EngineCancelled when `signal` fires first */
  lease(signal: AbortSignal): Promise<Lease> {
    return this.#lease(this.#statements, signal);
  }

  /** Does not wait for statements. @throws as `lease` */
  leaseBeside(signal: AbortSignal): Promise<Lease> {
    return this.#lease(this.#beside, signal);
  }

  /** Resolves when all leases were given back. */
  close(): Promise<void> {
    this.#closed ??= this.#pool.end();
    return this.#closed;
  }

  async #lease(permits: Permits, signal: AbortSignal): Promise<Lease> {
    await permits.acquire(signal);
    const client = await this.#connect(signal).catch((error: unknown) => {
      permits.release();
      throw toEngineError(error);
    });
    const ignore = () => undefined; // whoever waits for an answer on it is told by the driver
    client.on('error', ignore);
    const giveBack = (isBroken: boolean) => {
      client.off('error', ignore);
      client.release(isBroken);
      permits.release();
    };
    return {
      client,
      key: keyOf(client),
      release: () => giveBack(false),
      destroy: () => {
        client.connection.stream.destroy();
        giveBack(true);
      },
    };
  }

  async #connect(signal: AbortSignal): Promise<PoolClient> {
    const connecting = this.#pool.connect();
    try {
      return await orAborted(connecting, signal);
    } catch (error) {
      void connecting.then((late) => late.release()).catch(() => undefined); // nobody waits for it any more
      throw error;
    }
  }
}

async function noticeLostPeers(client: Pick<PoolClient, 'query'>): Promise<void> {
  try {
    await client.query(checkPeer);
  } catch (error) {
    const state = sqlState(error);
    if (state !== UNKNOWN_SETTING && state !== INVALID_SETTING) throw error;
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    const leave = () => fail(new EngineCancelled());
    signal.addEventListener('abort', leave, { once: true });
    work.then(done, fail).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** The driver keeps what a cancel request needs, its types do not say so. */
function keyOf(client: PoolClient): BackendKey {
  const { processID, secretKey } = client as unknown as { readonly processID: number; readonly secretKey: number };
  return { processId: processID, secret: secretKey };
}
