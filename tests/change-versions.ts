import type { Author, Changes } from '../packages/people/src/change/changes.ts';
import type { ProjectVersion } from '../packages/deployments/src/version/project-version.ts';
import type { VersionCheck } from '../packages/deployments/src/version/version-check.ts';
import type { NewVersion, VersionService } from '../packages/deployments/src/version/version-service.ts';

interface Changing {
  readonly changes: Changes;
  readonly projectVersions: VersionService;
}

/** Checks projects and changes versions as the routes do. */
export function changeVersions({ changes, projectVersions: versions }: Changing) {
  return {
    async upload(
      author: Author,
      deploymentId: number,
      given: NewVersion,
    ): Promise<{ readonly version: ProjectVersion; readonly check: VersionCheck }> {
      const checked = await versions.checkNew(author.accountId, deploymentId, given);
      const id = await changes.make(author, (change) => versions.add(change, checked));
      return { version: await versions.get(author.accountId, deploymentId, id), check: checked.check };
    },

    async activate(author: Author, deploymentId: number, id: number): Promise<ProjectVersion> {
      const sound = await versions.requireSound(author.accountId, deploymentId, id);
      await changes.changeRights(author, (change) => versions.activate(change, sound));
      return versions.get(author.accountId, deploymentId, id);
    },

    async rollBack(author: Author, deploymentId: number): Promise<ProjectVersion> {
      const earlier = await versions.requireEarlier(author.accountId, deploymentId);
      await changes.changeRights(author, (change) => versions.rollBack(change, earlier));
      return versions.get(author.accountId, deploymentId, earlier.id);
    },

    remove: (author: Author, deploymentId: number, id: number): Promise<void> =>
      changes.changeRights(author, (change) => versions.remove(change, deploymentId, id)),
  };
}
