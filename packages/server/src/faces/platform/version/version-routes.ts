import { versionOperations } from '@orrery/contract';
import type { VersionService } from '@orrery/deployments';
import { Invalid } from '@orrery/kernel';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentCheck, presentVersion } from './present-version.ts';

export interface VersionServices {
  readonly projectVersions: VersionService;
}

const order = byNumber('versions of projects');

/** Projects of deployments: uploaded whole, checked, and one of them active. */
export function serveVersions(face: PlatformFace, { projectVersions }: VersionServices): void {
  const { archive } = versionOperations.upload;
  void face.app.register(async (app) => {
    app.addContentTypeParser(archive, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    serve({ ...face, app }, versionOperations.upload, async ({ accountId, makeChange, deploymentId, query, body }) => {
      const given = { archive: archiveIn(body), message: query.message };
      const checked = await projectVersions.checkNew(accountId, deploymentId, given);
      const id = await makeChange((change) => projectVersions.add(change, checked));
      const version = await projectVersions.get(accountId, deploymentId, id);
      return { version: presentVersion(version), check: presentCheck(checked.check) };
    });
  });

  /** @throws Invalid */
  function archiveIn(body: unknown): Buffer {
    if (Buffer.isBuffer(body)) return body;
    throw new Invalid('version.no-archive', `Send a ZIP archive, as ${archive}`, [], 415);
  }

  serve(face, versionOperations.list, async ({ accountId, deploymentId, query }) => {
    const page = readPage(query, order);
    const { afterId, most } = rangeFrom(page);
    const rows = await projectVersions.list(accountId, deploymentId, { afterId, limit: most });
    return presentPage(rows, page, presentVersion);
  });

  serve(face, versionOperations.rollBack, async ({ accountId, changeRights, deploymentId }) => {
    const earlier = await projectVersions.requireEarlier(accountId, deploymentId);
    await changeRights((change) => projectVersions.rollBack(change, earlier));
    return presentVersion(await projectVersions.get(accountId, deploymentId, earlier.id));
  });

  serve(face, versionOperations.get, async ({ accountId, deploymentId, params: { id } }) =>
    presentVersion(await projectVersions.get(accountId, deploymentId, id)),
  );

  serve(face, versionOperations.delete, ({ changeRights, deploymentId, params: { id } }) =>
    changeRights((change) => projectVersions.remove(change, deploymentId, id)),
  );

  serve(face, versionOperations.validate, async ({ accountId, deploymentId, params: { id } }) =>
    presentCheck(await projectVersions.check(accountId, deploymentId, id)),
  );

  serve(face, versionOperations.activate, async ({ accountId, changeRights, deploymentId, params: { id } }) => {
    const sound = await projectVersions.requireSound(accountId, deploymentId, id);
    await changeRights((change) => projectVersions.activate(change, sound));
    return presentVersion(await projectVersions.get(accountId, deploymentId, id));
  });
}
