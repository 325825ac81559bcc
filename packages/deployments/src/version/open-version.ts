import { type ForeignInputs, type Project, readForeignProject } from '@orrery/config';
import type { VersionService } from './version-service.ts';
import { unpackVersion } from './unpacked-version.ts';

export interface VersionToOpen extends ForeignInputs {
  readonly versions: Pick<VersionService, 'archiveOf'>;
  readonly accountId: number;
  readonly deploymentId: number;
  readonly versionId: number;
  readonly dataDirectory: string;
}

/** A version as a runtime reads it. */
export interface OpenedVersion {
  readonly project: Project;
  /** Removes the files once the runtime over them is closed. */
  remove(): Promise<void>;
}

/**
 * Writes the files of a version into a new folder and reads them by the rules for uploaded projects.
 *
 * @throws ConfigError whose message may show values of variables; NotFound when the version is deleted
 */
export async function openVersion(wanted: VersionToOpen): Promise<OpenedVersion> {
  const { versions, accountId, deploymentId, versionId, dataDirectory } = wanted;
  const bytes = await versions.archiveOf(accountId, deploymentId, versionId);
  const { directory, remove } = await unpackVersion(bytes, dataDirectory);
  try {
    return { project: readForeignProject(directory, wanted), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
