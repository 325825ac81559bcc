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
  /** When the runtime over it is closed. */
  remove(): Promise<void>;
}

/**
 * Writes the files of a version into a folder of its own, and reads them by the rules for projects that somebody else
 * wrote.
 *
 * @throws ConfigError whose words may show values of variables; NotFound when the version is gone
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
