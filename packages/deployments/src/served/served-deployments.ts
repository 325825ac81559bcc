import { defaultDeploymentId, OperatorError, type TokenAuthenticator, Unavailable } from '@orrery/kernel';
import type { Epochs } from '@orrery/store';
import type { DeploymentService, FoundDeployment } from '../deployment/index.ts';
import type { Runtime, Runtimes } from '@orrery/runtime';

/** The state in which a deployment's project is served. */
export interface ServedState {
  /** Revision of its variables and data sources. */
  readonly revision: number;
  readonly versionId: number;
}

export interface DeploymentAdmission {
  /** Checks tokens; the same object as long as the deployment exists. */
  readonly authenticator: TokenAuthenticator;
  /** Account whose users tokens may name. */
  readonly accountId: number;
}

export interface ServedDeploymentsDependencies {
  readonly runtimes: Runtimes;
  readonly deployments: Pick<DeploymentService, 'find'>;
  readonly epochs: Pick<Epochs, 'of'>;
  /** Returns the version of its project to serve; `undefined` before the first one. */
  readonly activeVersion: (deployment: FoundDeployment) => Promise<number | undefined>;
  readonly authenticatorOf: (deployment: FoundDeployment) => Promise<TokenAuthenticator>;
  /**
   * Opens it with its branches, which open only while it is still wanted.
   *
   * @throws when it cannot be served
   */
  readonly open: (deployment: FoundDeployment, versionId: number, isWanted: () => boolean) => Promise<Runtime>;
  readonly clock: { now(): number };
  readonly log: { error(facts: object, message: string): void; info(facts: object, message: string): void };
}

/** Known state of a deployment in the store. */
interface KnownDeployment {
  readonly deployment: FoundDeployment;
  readonly authenticator: Promise<TokenAuthenticator>;
  /** Epoch of the account before the store was read. */
  epoch: number;
  /** Time of the last request. */
  askedAt: number;
  /** Pending read of the store, shared by all requests. */
  looking: Promise<void> | undefined;
  /** The state that is served, or failed to open; absent before the first version. */
  state: ServedState | undefined;
  opening: Promise<Runtime> | undefined;
}

const lookEveryMs = 1_000;
/** Idle time until a deployment is closed: each open one takes two threads and the memory of its model. */
const closeAfterMs = 30 * 60 * 1_000;
/** An impossible epoch, which makes the next request read the store. */
const tryAgain = -1;

/**
 * Deployments of the store that this process serves. Each is opened on its first request, and again when its stored
 * state changes. A node serves the stored state or nothing: an old state receives no more requests, even if the new one
 * cannot be opened.
 *
 * The project folder's deployment is served from the start and is not handled here.
 */
export class ServedDeployments {
  readonly #dependencies: ServedDeploymentsDependencies;
  readonly #known = new Map<number, Promise<KnownDeployment | undefined>>();
  readonly #timer: NodeJS.Timeout;

  constructor(dependencies: ServedDeploymentsDependencies) {
    this.#dependencies = dependencies;
    // Polls, because a removed deployment may get no further request; its queries and connections must end all the
    // same.
    this.#timer = setInterval(() => void this.lookAgain(), lookEveryMs).unref();
  }

  /**
   * Returns the runtime of a deployment or of one of its branches.
   *
   * @returns `undefined` when it does not exist @throws Unavailable when it has no model yet, or cannot be served in
   * its present state
   */
  async get(deploymentId: number, branch: string | null): Promise<Runtime | undefined> {
    const known = await this.#asked(deploymentId);
    if (known) await opened(known);
    return this.#dependencies.runtimes.get(deploymentId, branch);
  }

  /** Whether `get` would return this very runtime, as long as the account's epoch is unchanged. */
  serves(runtime: Parameters<Runtimes['serves']>[0]): boolean {
    return this.#dependencies.runtimes.serves(runtime);
  }

  /** Returns who may access a deployment, also before it has a model. @returns `undefined` when it does not exist */
  async admissionOf(deploymentId: number): Promise<DeploymentAdmission | undefined> {
    const known = await this.#asked(deploymentId);
    if (known) return { authenticator: await known.authenticator, accountId: known.deployment.accountId };
    const { authenticator, accountId = 0 } = (await this.#dependencies.runtimes.get(deploymentId, null)) ?? {};
    return authenticator && { authenticator, accountId };
  }

  /** Applies changes in the store to the known deployments. */
  async lookAgain(): Promise<void> {
    const looks = [...this.#known].map(async ([id, finding]) => {
      const known = await finding;
      if (known && known.epoch !== tryAgain) await this.#stored(id);
      if (known && this.#dependencies.clock.now() - known.askedAt > closeAfterMs) this.#rest(known);
    });
    await Promise.allSettled(looks); // the store may not answer; whoever asks next is told
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Closes an idle deployment; the next request opens it again. */
  #rest(known: KnownDeployment): void {
    this.#known.delete(known.deployment.id);
    known.state = undefined;
    this.#dependencies.runtimes.retire(known.deployment.id);
  }

  async #asked(deploymentId: number): Promise<KnownDeployment | undefined> {
    const known = await this.#stored(deploymentId);
    if (known) known.askedAt = this.#dependencies.clock.now();
    return known;
  }

  async #stored(deploymentId: number): Promise<KnownDeployment | undefined> {
    const known = deploymentId === defaultDeploymentId ? undefined : await this.#find(deploymentId);
    if (!known) return undefined;
    const epoch = this.#dependencies.epochs.of(known.deployment.accountId);
    if (epoch === known.epoch) return known;
    known.looking ??= this.#look(known, epoch).finally(() => {
      known.looking = undefined;
    });
    await known.looking;
    return this.#known.has(deploymentId) ? known : undefined;
  }

  /** Finds a deployment; numbers without one are not remembered. */
  #find(deploymentId: number): Promise<KnownDeployment | undefined> {
    const before = this.#known.get(deploymentId);
    if (before) return before;
    const finding = this.#read(deploymentId);
    this.#known.set(deploymentId, finding);
    const forget = () => {
      if (this.#known.get(deploymentId) === finding) this.#known.delete(deploymentId);
    };
    finding.then((found) => {
      if (!found) forget();
    }, forget);
    return finding;
  }

  async #read(deploymentId: number): Promise<KnownDeployment | undefined> {
    const deployment = await this.#dependencies.deployments.find(deploymentId);
    if (!deployment) return undefined;
    const authenticator = this.#dependencies.authenticatorOf(deployment);
    await authenticator;
    const askedAt = this.#dependencies.clock.now();
    return {
      deployment,
      authenticator,
      askedAt,
      epoch: tryAgain,
      looking: undefined,
      state: undefined,
      opening: undefined,
    };
  }

  async #look(known: KnownDeployment, epoch: number): Promise<void> {
    const { deployments, activeVersion, runtimes } = this.#dependencies;
    const { id } = known.deployment;
    const deployment = await deployments.find(id);
    if (!deployment) {
      this.#known.delete(id);
      known.state = undefined;
      await runtimes.remove(id, null);
      return;
    }
    const versionId = await activeVersion(deployment);
    const state = versionId === undefined ? undefined : { revision: deployment.revision, versionId };
    const isSame = state?.revision === known.state?.revision && state?.versionId === known.state?.versionId;
    if (!isSame) this.#serve(known, state, deployment);
    known.epoch = epoch;
  }

  #serve(known: KnownDeployment, state: ServedState | undefined, deployment: FoundDeployment): void {
    const { runtimes, open, log } = this.#dependencies;
    known.state = state;
    known.opening = undefined;
    if (!state) {
      runtimes.retire(deployment.id);
      return;
    }
    const opening = runtimes
      .replace(deployment.id, () => open(deployment, state.versionId, () => known.state === state))
      .catch((error: unknown) => {
        if (known.opening !== opening) throw error; // nobody waits for it any more
        const facts = { deployment: deployment.id, ...state };
        log.error({ ...facts, err: error }, 'the deployment cannot be served as it is stored');
        if (!(error instanceof OperatorError)) {
          // Errors of the project stay until it changes; any other error may pass, so the next request tries again.
          known.epoch = tryAgain;
          known.state = undefined;
        }
        throw broken(deployment.id, error);
      });
    opening.catch(() => undefined); // told to whoever asks
    known.opening = opening;
    log.info({ deployment: deployment.id, ...state }, 'the deployment is opened');
  }
}

/** Resolves when the newest state is open. @throws Unavailable */
async function opened(known: KnownDeployment): Promise<void> {
  for (;;) {
    const { opening } = known;
    if (!opening) throw noVersion(known.deployment.id);
    const failure = await opening.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (known.opening !== opening) continue; // something newer is opening
    if (failure) throw failure.error;
    return;
  }
}

function noVersion(deploymentId: number): Unavailable {
  return new Unavailable(
    'deployment.no-version',
    `Deployment ${deploymentId} has no model yet: upload a version of its project and activate it`,
  );
}

function broken(deploymentId: number, cause: unknown): Unavailable {
  return new Unavailable(
    'deployment.broken',
    `Deployment ${deploymentId} cannot be served with its present version, variables and data sources; validate the version or read the log for the reason`,
    { cause },
  );
}
