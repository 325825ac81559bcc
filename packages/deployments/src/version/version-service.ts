import { createHash } from 'node:crypto';
import type { ForeignInputs } from '@orrery/config';
import { type Database, lockAccountAlone } from '@orrery/store';
import { Conflict, NotFound, Unavailable } from '@orrery/kernel';
import type { Change, RightsChange } from '@orrery/people';
import { type DeploymentService, requireEditable } from '../deployment/index.ts';
import { type CompileLimits, RunQueue } from '@orrery/runtime';
import type { CheckAccess } from './check-access.ts';
import { BrokenVersion } from './broken-version.ts';
import type { ProjectVersion } from './project-version.ts';
import { unpackVersion } from './unpacked-version.ts';
import { checkVersion, type VersionCheck } from './version-check.ts';
import { type ActivationRow, VersionStore } from './version-store.ts';

/** Number of versions per deployment; users remove those they no longer need. */
const mostVersions = 20;
/**
 * A check takes the memory of a whole model. Each account runs one at a time, which leaves room for another account's.
 */
const checksAtATime = { size: 2, perTenant: 1 };
/** Bound on archives of one account in memory, the one being checked included. */
const mostOfOne = 4;
/** Bounds on waiting archives of all accounts. An account with none waiting is admitted up to the second bound. */
const [mostWaiting, mostOfMany] = [8, 32];

export interface VersionServiceDependencies {
  readonly database: Database;
  readonly deployments: Pick<DeploymentService, 'requireAll'>;
  /** Returns the deployment's current inputs for its project. */
  readonly inputsOf: (accountId: number, deploymentId: number) => Promise<ForeignInputs>;
  readonly checkAccess: CheckAccess;
  /** Limits of each check; tests set others. */
  readonly compileLimits?: CompileLimits;
  /** Folder in which files are unpacked for a check. */
  readonly dataDirectory: string;
}

export interface NewVersion {
  readonly archive: Buffer;
  readonly message?: string | undefined;
  /**
   * Stores no project with problems; and where there are as many versions as there may be, the oldest one with the same
   * message that does not serve makes room.
   */
  readonly isDeployed?: true;
}

/** A project that was checked and is not stored yet. */
export interface CheckedVersion extends NewVersion {
  readonly deploymentId: number;
  readonly check: VersionCheck;
  readonly sha256: string;
  readonly fileCount: number;
  /** Size of the files. */
  readonly bytes: number;
}

/** A stored version without problems when it was checked. */
interface SoundVersion {
  readonly deploymentId: number;
  readonly id: number;
}

/** The version that served before the current one, without problems when it was checked. */
interface EarlierVersion extends SoundVersion {
  readonly now: ActivationRow;
  readonly before: ActivationRow;
}

/**
 * Versions of a deployment's project: uploaded whole, checked, and one of them active. A check takes long, and stands
 * before the change that takes what was checked.
 */
export class VersionService {
  readonly #store: VersionStore;
  readonly #dependencies: VersionServiceDependencies;
  readonly #turns = new RunQueue(checksAtATime);
  #waiting = 0;
  readonly #waitingOf = new Map<number, number>();

  constructor(dependencies: VersionServiceDependencies) {
    this.#store = new VersionStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Lists the versions by number. @throws NotFound */
  async list(
    accountId: number,
    deploymentId: number,
    range: { readonly afterId: number; readonly limit: number },
  ): Promise<readonly ProjectVersion[]> {
    await this.#dependencies.deployments.requireAll(accountId, [deploymentId]);
    return this.#store.list(this.#dependencies.database, accountId, deploymentId, range);
  }

  /** @throws NotFound */
  async get(accountId: number, deploymentId: number, id: number): Promise<ProjectVersion> {
    await this.#dependencies.deployments.requireAll(accountId, [deploymentId]);
    return found(await this.#store.get(this.#dependencies.database, accountId, deploymentId, id), id);
  }

  /** Returns the active version; `undefined` when there is none. */
  async active(accountId: number, deploymentId: number): Promise<ProjectVersion | undefined> {
    const activation = await this.#store.activation(this.#dependencies.database, accountId, deploymentId);
    return activation && this.#store.get(this.#dependencies.database, accountId, deploymentId, activation.version_id);
  }

  /** Lists the account's deployments with an active version. */
  async activated(accountId: number): Promise<ReadonlySet<number>> {
    return new Set(await this.#store.activated(accountId));
  }

  /** Returns the uploaded archive. @throws NotFound, and an error when the stored bytes have changed */
  async archiveOf(accountId: number, deploymentId: number, id: number): Promise<Buffer> {
    const { sha256 } = found(await this.#store.get(this.#dependencies.database, accountId, deploymentId, id), id);
    const archive = await this.#store.archive(id);
    if (sha256Of(archive) === sha256) return archive;
    throw new Error(`version ${id} of deployment ${deploymentId} is not stored as it was uploaded`);
  }

  /**
   * Checks a project that `add` may store.
   *
   * @throws BadArchive, NotFound, Conflict, Unavailable, BrokenVersion for one that is deployed
   */
  async checkNew(accountId: number, deploymentId: number, given: NewVersion): Promise<CheckedVersion> {
    await this.#requireEditable(accountId, deploymentId);
    const { check, fileCount, bytes } = await this.#check(accountId, deploymentId, given.archive);
    if (given.isDeployed && check.problems.length > 0) throw new BrokenVersion(undefined, check.problems);
    return { ...given, deploymentId, check, sha256: sha256Of(given.archive), fileCount, bytes };
  }

  /**
   * Stores a project as the next version, even if its model has problems. The version is not active yet.
   *
   * @returns its number @throws NotFound, Conflict when there are too many
   */
  async add(change: Change, checked: CheckedVersion): Promise<number> {
    const { transaction, accountId, by, now } = change;
    const { deploymentId, archive, message, isDeployed, sha256, fileCount, bytes } = checked;
    await lockAccountAlone(transaction, accountId);
    await this.#requireDeployment(change, deploymentId);
    if (isDeployed) await this.#makeRoom(change, deploymentId, message);
    if ((await this.#store.count(deploymentId, transaction)) >= mostVersions) {
      throw new Conflict('version.too-many', `There are ${mostVersions} versions; remove one of them first`);
    }
    const size = { archive_bytes: archive.length, file_count: fileCount, bytes };
    const made = { created_at: now, created_by: by.userId ?? null, message: message ?? null };
    const row = { deployment_id: deploymentId, ...made, sha256, ...size };
    const versionId = await this.#store.insert(transaction, row, archive);
    const attributes = { versionId, sha256, files: fileCount };
    await change.record({ event: 'Finished uploading files', deploymentId, attributes });
    return versionId;
  }

  /** Checks a version with the deployment's current inputs. @throws NotFound, Unavailable */
  async check(accountId: number, deploymentId: number, id: number): Promise<VersionCheck> {
    await this.get(accountId, deploymentId, id);
    const archive = await this.archiveOf(accountId, deploymentId, id);
    return (await this.#check(accountId, deploymentId, archive)).check;
  }

  /**
   * Checks a version that `activate` may let serve.
   *
   * @throws BrokenVersion when it now has a problem; NotFound, Conflict, Unavailable
   */
  async requireSound(accountId: number, deploymentId: number, id: number): Promise<SoundVersion> {
    await this.#requireEditable(accountId, deploymentId);
    const { problems } = await this.check(accountId, deploymentId, id);
    if (problems.length > 0) throw new BrokenVersion(id, problems);
    return { deploymentId, id };
  }

  /** Activates a version from the next request on, and on all other nodes within a second. @throws NotFound */
  async activate(change: RightsChange, { deploymentId, id }: SoundVersion): Promise<void> {
    const { transaction, accountId } = change;
    found(await this.#store.get(transaction, accountId, deploymentId, id), id);
    const now = await this.#store.activation(transaction, accountId, deploymentId);
    if (now?.version_id === id) return;
    await this.#store.insertActivation(transaction, activationOf(change, deploymentId, id, now?.id));
    const attributes = { versionId: id, before: now?.version_id ?? null };
    await change.record({ event: 'Activated version', deploymentId, attributes });
  }

  /**
   * Finds and checks the version that served before the current one.
   *
   * @throws Conflict when there is none, BrokenVersion when it can no longer serve
   */
  async requireEarlier(accountId: number, deploymentId: number): Promise<EarlierVersion> {
    await this.#requireEditable(accountId, deploymentId);
    const { now, before } = await this.#before(accountId, deploymentId);
    return { ...(await this.requireSound(accountId, deploymentId, before.version_id)), now, before };
  }

  /** Activates the version that served before; called again, the one before that. @throws Conflict */
  async rollBack(change: RightsChange, { deploymentId, id, now, before }: EarlierVersion): Promise<void> {
    const { transaction, accountId } = change;
    const current = await this.#store.activation(transaction, accountId, deploymentId);
    const target = await this.#store.activationBy(transaction, deploymentId, before.id);
    if (current?.id !== now.id || !target) {
      throw new Conflict('version.changed', 'Another version was activated meanwhile');
    }
    const row = activationOf(change, deploymentId, id, target.before_id ?? undefined);
    await this.#store.insertActivation(transaction, row);
    const attributes = { versionId: id, before: now.version_id };
    await change.record({ event: 'Rolled back version', deploymentId, attributes });
  }

  /** @throws NotFound, Conflict when it is active */
  async remove(change: RightsChange, deploymentId: number, id: number): Promise<void> {
    const { transaction, accountId } = change;
    await this.#requireDeployment(change, deploymentId);
    requireEditable(deploymentId);
    const { isActive } = found(await this.#store.get(transaction, accountId, deploymentId, id), id);
    if (isActive) throw new Conflict('version.active', 'The version serves; activate another one first');
    await this.#delete(change, deploymentId, id);
  }

  /** Deletes the oldest version with a message that does not serve, where there is no room for another one. */
  async #makeRoom(change: Change, deploymentId: number, message: string | undefined): Promise<void> {
    const range = { afterId: 0, limit: mostVersions };
    const all = await this.#store.list(change.transaction, change.accountId, deploymentId, range);
    const oldest = all.find((one) => !one.isActive && one.message === message);
    if (all.length >= mostVersions && oldest) await this.#delete(change, deploymentId, oldest.id);
  }

  async #delete(change: Change, deploymentId: number, id: number): Promise<void> {
    await this.#store.delete(change.transaction, id);
    await change.record({ event: 'Deleted version', deploymentId, attributes: { versionId: id } });
  }

  async #requireEditable(accountId: number, deploymentId: number): Promise<void> {
    await this.#dependencies.deployments.requireAll(accountId, [deploymentId]);
    requireEditable(deploymentId);
  }

  async #requireDeployment({ transaction, accountId }: Change, deploymentId: number): Promise<void> {
    if (await this.#store.hasDeployment(accountId, deploymentId, transaction)) return;
    throw new NotFound('deployment.unknown', `There is no deployment ${deploymentId}`);
  }

  /** Finds the current activation, and the last one before it of another version. */
  async #before(
    accountId: number,
    deploymentId: number,
  ): Promise<{ readonly now: ActivationRow; readonly before: ActivationRow }> {
    const { database } = this.#dependencies;
    const now = await this.#store.activation(this.#dependencies.database, accountId, deploymentId);
    let before = now;
    while (before && before.version_id === now?.version_id) {
      before =
        before.before_id === null
          ? undefined
          : await this.#store.activationBy(database, deploymentId, before.before_id);
    }
    if (now && before) return { now, before };
    throw new Conflict('version.no-earlier', 'No other version served before');
  }

  /** Checks in turns between accounts. @throws BadArchive, Unavailable */
  async #check(accountId: number, deploymentId: number, archive: Buffer): Promise<Checked> {
    const own = this.#waitingOf.get(accountId) ?? 0;
    if (own >= mostOfOne || this.#waiting >= (own > 0 ? mostWaiting : mostOfMany)) {
      throw new Unavailable('version.busy', 'Too many versions are checked at a time; try again');
    }
    this.#waiting += 1;
    this.#waitingOf.set(accountId, own + 1);
    try {
      return await this.#turns.within(String(accountId), () => this.#checkNow(accountId, deploymentId, archive));
    } finally {
      this.#waiting -= 1;
      const left = (this.#waitingOf.get(accountId) ?? 1) - 1;
      if (left > 0) this.#waitingOf.set(accountId, left);
      else this.#waitingOf.delete(accountId);
    }
  }

  async #checkNow(accountId: number, deploymentId: number, archive: Buffer): Promise<Checked> {
    const { inputsOf, dataDirectory, checkAccess, compileLimits } = this.#dependencies;
    const unpacked = await unpackVersion(archive, dataDirectory);
    try {
      const inputs = await inputsOf(accountId, deploymentId);
      const check = await checkVersion(unpacked.directory, inputs, {
        accountId,
        checkAccess,
        ...(compileLimits ? { limits: compileLimits } : {}),
      });
      return { check, fileCount: unpacked.archive.files.length, bytes: unpacked.archive.bytes };
    } finally {
      await unpacked.remove();
    }
  }
}

interface Checked {
  readonly check: VersionCheck;
  readonly fileCount: number;
  readonly bytes: number;
}

function activationOf({ now: at }: Change, deploymentId: number, versionId: number, beforeId: number | undefined) {
  return { deployment_id: deploymentId, version_id: versionId, before_id: beforeId ?? null, at };
}

function found(version: ProjectVersion | undefined, id: number): ProjectVersion {
  if (version) return version;
  throw new NotFound('version.unknown', `There is no version ${id}`);
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
