import type { ClientConfig, Pool, PoolClient } from 'pg';
import { EngineCancelled } from '../engine.ts';
import { GuardedSocket } from '../network/index.ts';
import { Permits } from '../permits.ts';
import type { BackendKey } from './cancel-request.ts';
import { sqlState, toEngineError } from './postgres-errors.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { tlsOptions } from '../server-tls.ts';

/** A connection for one statement. */
export interface PostgresLease {
  readonly client: PoolClient;
  readonly key: BackendKey;
  /** Returns an idle connection that is as good as new. */
  release(): void;
  /** Ends the connection, even while a statement runs. */
  destroy(): void;
}

/** Connections for checks and lists of tables, which do not wait for the statements of callers. */
const placesBeside = 1;
const idleMs = 30_000;
const keepAliveAfterMs = 30_000;
/** Interval at which a working backend checks whether its client is still connected. */
const checkPeer = "SET client_connection_check_interval = '5s'";
/** Errors of servers before version 14, which lack the setting, and of systems that do not support it. */
const UNKNOWN_SETTING = '42704';
const INVALID_SETTING = '22023';

/** Pool of at most `maxRunning` connections for statements at a time, and one for checks. */
export class PostgresConnections {
  readonly #pool: Pool;
  readonly #statements: Permits;
  readonly #beside = new Permits(placesBeside);
  #closed: Promise<void> | undefined;

  private constructor(pool: Pool, maxRunning: number) {
    this.#pool = pool;
    this.#statements = new Permits(maxRunning);
  }

  /** Loads the driver and creates the pool. */
  static async open(settings: PostgresSettings): Promise<PostgresConnections> {
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
      password: () => settings.password, // a function: with an empty text the driver would read ~/.pgpass
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
    // The next statement replaces a connection that breaks while it is idle.
    pool.on('error', () => undefined);
    return new PostgresConnections(pool, settings.maxRunning);
  }

  /** @throws EngineError `connection`; EngineCancelled when `signal` fires first */
  lease(signal: AbortSignal): Promise<PostgresLease> {
    return this.#lease(this.#statements, signal);
  }

  /** Does not wait for statements. @throws as `lease` */
  leaseBeside(signal: AbortSignal): Promise<PostgresLease> {
    return this.#lease(this.#beside, signal);
  }

  /** Resolves when all leases were returned. */
  close(): Promise<void> {
    this.#closed ??= this.#pool.end();
    return this.#closed;
  }

  async #lease(permits: Permits, signal: AbortSignal): Promise<PostgresLease> {
    await permits.acquire(signal);
    const client = await this.#connect(signal).catch((error: unknown) => {
      permits.release();
      throw toEngineError(error);
    });
    const ignore = () => undefined; // the driver gives the error to the statement that waits for an answer
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
      void connecting.then((late) => late.release()).catch(() => undefined); // the caller no longer waits for it
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

/** The driver has the data for a cancel request, but its types omit it. */
function keyOf(client: PoolClient): BackendKey {
  const { processID, secretKey } = client as unknown as { readonly processID: number; readonly secretKey: number };
  return { processId: processID, secret: secretKey };
}
