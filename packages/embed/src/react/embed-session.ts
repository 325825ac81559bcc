import { createDataClient, type DataClient, OrreryError } from '@orrery/client/data';
import { type FrameSession, openFrameSession, type ServerRefusal, Server, type Looks } from '../frame/index.ts';
import { type FetchSession, renewSessions, type SessionRenewal } from '../host/index.ts';
import { sessionTexts } from './session-texts.ts';

/** `expired`: there is no valid token; what is shown stays. */
export type SessionStatus = 'opening' | 'open' | 'expired' | 'unreachable';

interface EmbedSessionInput {
  /** Address of the server. */
  readonly apiUrl: string;
  readonly sessionId: string;
  /** Tells answers for this viewer from those for others. */
  readonly key: string;
}

/** The parts of a session that has begun; they exist in a browser only. */
interface BegunSession {
  readonly frame: FrameSession;
  readonly server: Server;
}

/**
 * The session of a viewer of this page: the token, kept in memory alone, and the clients that use it. It begins with
 * its first user.
 */
export class EmbedSession {
  readonly key: string;
  readonly #input: EmbedSessionInput;
  #begun: BegunSession | undefined;
  #status: SessionStatus = 'opening';
  #users = 0;
  #isStarted = false;
  #fetchSession: FetchSession | undefined;
  #renewal: SessionRenewal | undefined;
  #data: Promise<DataClient> | undefined;
  #looks: Promise<Looks> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(input: EmbedSessionInput) {
    this.key = input.key;
    this.#input = input;
  }

  /** Address of the server, without a slash at the end. */
  get address(): string {
    return new URL(this.#input.apiUrl, location.href).href.replace(/\/+$/, '');
  }

  get frame(): FrameSession {
    return this.#open.frame;
  }

  get server(): Server {
    return this.#open.server;
  }

  /** The deployment of the viewer, once it is known. */
  get deploymentId(): number | undefined {
    return this.#begun?.frame.deploymentId;
  }

  get status(): SessionStatus {
    return this.#status;
  }

  get isUsed(): boolean {
    return this.#users > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param fetchSession gets the sessions that follow on this one, of the same viewer, in place of the one before */
  renewBy(fetchSession: FetchSession | undefined): void {
    this.#fetchSession = fetchSession ?? this.#fetchSession;
    if (this.isUsed) this.#startRenewal();
  }

  /** Lets a component use it, for as long as that is on the page. */
  use(): () => void {
    this.#users += 1;
    if (this.#isStarted) this.again();
    else void this.#begin(this.#input.sessionId);
    this.#startRenewal();
    const hurry = () => this.#renewal?.hurry();
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', hurry);
    return () => {
      this.#users -= 1;
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      if (this.#users > 0) return;
      this.#renewal?.end();
      this.#renewal = undefined;
    };
  }

  /** Begins again, where the server could not be reached. */
  again(): void {
    if (this.#status !== 'unreachable') return;
    this.#set('opening');
    void this.#begin(this.#input.sessionId);
  }

  close(): void {
    this.#renewal?.end();
    this.#begun?.frame.close();
  }

  /** The Data API of the deployment, as the viewer. @throws OrreryError */
  data(): Promise<DataClient> {
    this.#data ??= this.#openData();
    this.#data.catch(() => {
      this.#data = undefined; // asked for again by the next request
    });
    return this.#data;
  }

  /** The theme of the account, and the look of the session. */
  looks(): Promise<Looks> {
    this.#looks ??= Promise.all([
      this.server.json<Pick<Looks, 'appTheme'>>('/app-config'),
      this.server.json<Pick<Looks, 'embedTheme'>>('/users/embed-theme'),
    ]).then(([app, own]) => ({ ...(app.ok ? app.body : {}), ...(own.ok ? own.body : {}) }));
    return this.#looks;
  }

  #startRenewal(): void {
    if (!this.#fetchSession || this.#renewal) return;
    const fetchSession = () => this.#fetchSession?.() ?? Promise.reject(new Error('there is no fetchSession'));
    this.#renewal = renewSessions(
      fetchSession,
      (sessionId) => void this.#begin(sessionId),
      () => undefined, // it is tried again, and the page says that the session has expired
    );
    if (this.#status === 'expired') this.#renewal.renew();
  }

  get #open(): BegunSession {
    if (this.#begun) return this.#begun;
    const frame = openFrameSession({
      ...{ page: window, basePath: this.address, keptIn: 'memory' },
      onExpiring: () => this.#renewal?.renew(),
      onExpired: () => {
        this.#set('expired');
        this.#renewal?.renew();
      },
    });
    this.#begun = { frame, server: new Server({ basePath: this.address, session: frame, isOfViewersOnly: true }) };
    return this.#begun;
  }

  async #begin(sessionId: string): Promise<void> {
    this.#isStarted = true;
    const begun = await this.frame.begin(sessionId);
    if (begun === 'begun') {
      this.#looks = undefined;
      return this.#set('open');
    }
    if (this.frame.token !== undefined) return; // the token that there is goes on
    this.#set(begun === 'unreachable' ? 'unreachable' : 'expired');
    this.#renewal?.renew();
  }

  #untilOpened(): Promise<void> {
    if (this.#status !== 'opening') return Promise.resolve();
    return new Promise((resolve) => {
      const unsubscribe = this.subscribe(() => {
        unsubscribe();
        resolve();
      });
    });
  }

  #set(status: SessionStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }

  async #openData(): Promise<DataClient> {
    await this.#untilOpened();
    const { deploymentId } = this;
    if (deploymentId === undefined)
      throw errorOf(sessionTexts[this.#status === 'unreachable' ? 'unreachable' : 'expired']);
    const deployment = await this.server.json<{ readonly deploymentUrl: string }>(`/deployments/${deploymentId}`);
    if (!deployment.ok) throw errorOf(deployment);
    const token = async () => {
      const made = await this.server.json<{ readonly cubeApiToken: string }>(
        `/deployments/${deploymentId}/token`,
        undefined,
        'POST',
      );
      if (!made.ok) throw errorOf(made);
      return made.body.cubeApiToken;
    };
    return createDataClient({ apiUrl: `${deployment.body.deploymentUrl}/cubejs-api/v1`, token });
  }
}

export function errorOf({ status, text, requestId }: ServerRefusal): OrreryError {
  return new OrreryError(text, { status, code: status === 0 ? 'client.network' : `http.${status}`, requestId });
}
