import { NotFound } from '@orrery/kernel';
import type { Change, RightsChange } from '@orrery/people';
import { RunQueue } from '@orrery/runtime';
import { type Database, lockAccountAlone, type Writer } from '@orrery/store';
import { type DeploymentService, requireEditable } from '../deployment/index.ts';
import { archiveBounds, BadArchive, type CheckedVersion, type VersionService } from '../version/index.ts';
import { isLeftOut, pathFaults } from './deployed-paths.ts';
import { filesIn, type ProjectFile, sha1Of } from './project-files.ts';
import { type UploadedFile, UploadStore } from './upload-store.ts';
import { writeArchive } from './write-archive.ts';

/** Uploads of a deployment that go on at a time; the oldest one makes room. */
const mostUploads = 5;
const lastsMs = 60 * 60_000;
/** Whole projects that are in memory at a time. */
const projectsAtATime = { size: 2, perTenant: 1 };
/** Message of versions that are made here. The oldest of them make room for new ones. */
const deployed = 'Deployed by the command line';

export interface UploadServiceDependencies {
  readonly database: Database;
  readonly deployments: Pick<DeploymentService, 'requireAll'>;
  readonly versions: VersionService;
  readonly clock: { now(): number };
}

/** The project of an upload, which has no problems. */
interface CheckedUpload {
  readonly uploadId: number;
  readonly checked: CheckedVersion;
}

/** Hex checksums (SHA-1) by path. */
type FileHashes = Readonly<Record<string, { readonly hash: string }>>;

/**
 * Projects that are uploaded file by file, as `cubejs-cli deploy` does: only what changed is sent. An upload is *open*
 * from its start until it is finished, an hour is over, or newer ones need its room. Nothing of it serves before it is
 * finished.
 */
export class UploadService {
  readonly #store: UploadStore;
  readonly #dependencies: UploadServiceDependencies;
  readonly #turns = new RunQueue(projectsAtATime);

  constructor(dependencies: UploadServiceDependencies) {
    this.#store = new UploadStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** The files that serve; none when no version does. @throws NotFound */
  async hashes(accountId: number, deploymentId: number): Promise<FileHashes> {
    await this.#dependencies.deployments.requireAll(accountId, [deploymentId]);
    return this.#turns.within(String(accountId), async () => {
      const hashes = new Map<string, { readonly hash: string }>();
      for await (const { path, content } of this.#served(accountId, deploymentId))
        hashes.set(path, { hash: sha1Of(content) });
      return Object.fromEntries(hashes);
    });
  }

  /** @returns the number of the upload @throws NotFound, Conflict for the deployment of the project folder */
  async start(change: Change, deploymentId: number): Promise<number> {
    const { transaction, accountId, now } = change;
    await this.#dependencies.deployments.requireAll(accountId, [deploymentId]);
    requireEditable(deploymentId);
    await this.#store.forget(transaction, deploymentId, now - lastsMs, mostUploads - 1);
    const uploadId = await this.#store.insert(transaction, deploymentId, now);
    await change.record({ event: 'Started uploading files', deploymentId, attributes: { uploadId } });
    return uploadId;
  }

  /** Adds a file, or replaces the one with its path. @throws NotFound, InvalidInput beyond the bounds of a project */
  async addFile(change: Change, deploymentId: number, uploadId: number, { path, content }: ProjectFile): Promise<void> {
    const { transaction, accountId } = change;
    await this.#dependencies.deployments.requireAll(accountId, [deploymentId]);
    if (isLeftOut(path)) return;
    await lockAccountAlone(transaction, accountId); // two files at a time do not pass the bounds together
    await this.#requireOpen(transaction, deploymentId, uploadId, change.now);
    const others = (await this.#store.files(transaction, deploymentId, uploadId)).filter((one) => one.path !== path);
    const bytes = others.reduce((sum, one) => sum + one.bytes, content.byteLength);
    if (bytes > archiveBounds.bytes)
      throw new BadArchive([{ path: 'upload', message: `has more than ${archiveBounds.bytes} bytes` }]);
    // The file that a project must have may come later.
    const faults = pathFaults(['orrery.yml', ...others.map((one) => one.path), path]);
    if (faults.length > 0) throw new BadArchive(faults);
    await this.#store.insertFile(transaction, uploadId, { path, sha1: sha1Of(content), content });
  }

  /**
   * Puts the files together that `finish` makes a version, and checks them. Files that were not uploaded are those that
   * serve now, by path and checksum.
   *
   * @throws BrokenVersion with the problems of the project, while the version before goes on serving; InvalidInput for
   * files that are nowhere or that no project here may have; NotFound, Conflict, Unavailable
   */
  async check(accountId: number, deploymentId: number, uploadId: number, wanted: FileHashes): Promise<CheckedUpload> {
    const { database, deployments, versions, clock } = this.#dependencies;
    await deployments.requireAll(accountId, [deploymentId]);
    await this.#requireOpen(database, deploymentId, uploadId, clock.now());
    const paths = Object.keys(wanted).filter((path) => !isLeftOut(path));
    const faults = pathFaults(paths);
    if (faults.length > 0) throw new BadArchive(faults);
    const archive = await this.#turns.within(String(accountId), async () =>
      writeArchive(await this.#collect(accountId, deploymentId, { uploadId, paths, wanted })),
    );
    const given = { archive, message: deployed, isDeployed: true } as const;
    return { uploadId, checked: await versions.checkNew(accountId, deploymentId, given) };
  }

  /**
   * Makes the files a version that serves from the next request on.
   *
   * @returns its number @throws NotFound for an upload that has ended, Conflict
   */
  async finish(change: RightsChange, { uploadId, checked }: CheckedUpload): Promise<number> {
    const { versions } = this.#dependencies;
    const { deploymentId } = checked;
    // Another request may have finished it since it was checked.
    await this.#requireOpen(change.transaction, deploymentId, uploadId, change.now);
    const id = await versions.add(change, checked);
    await versions.activate(change, { deploymentId, id });
    await this.#store.delete(change.transaction, deploymentId, uploadId);
    return id;
  }

  async #requireOpen(writer: Writer, deploymentId: number, uploadId: number, now: number): Promise<void> {
    if (await this.#store.has(writer, deploymentId, uploadId, now - lastsMs)) return;
    throw new NotFound('upload.unknown', `There is no upload ${uploadId}; start one first. An upload lasts an hour`);
  }

  async #collect(
    accountId: number,
    deploymentId: number,
    {
      uploadId,
      paths,
      wanted,
    }: { readonly uploadId: number; readonly paths: readonly string[]; readonly wanted: FileHashes },
  ): Promise<readonly ProjectFile[]> {
    const rows = await this.#store.files(this.#dependencies.database, deploymentId, uploadId);
    const uploaded = new Map(rows.map((row): [string, UploadedFile] => [row.path, row]));
    const files: ProjectFile[] = [];
    const missing = new Set<string>();
    for (const path of paths) {
      const file = uploaded.get(path);
      if (file && file.sha1 === wanted[path]?.hash) files.push({ path, content: await this.#store.content(file.id) });
      else missing.add(path);
    }
    if (missing.size > 0)
      for await (const file of this.#served(accountId, deploymentId))
        if (missing.has(file.path) && sha1Of(file.content) === wanted[file.path]?.hash) {
          files.push(file);
          missing.delete(file.path);
        }
    if (missing.size === 0) return files;
    throw new BadArchive(
      [...missing].map((path) => ({ path, message: 'was not uploaded, and is not what serves now' })),
    );
  }

  async *#served(accountId: number, deploymentId: number): AsyncGenerator<ProjectFile, void> {
    const { versions } = this.#dependencies;
    const active = await versions.active(accountId, deploymentId);
    if (active) yield* filesIn(await versions.archiveOf(accountId, deploymentId, active.id));
  }
}
