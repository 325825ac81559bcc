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
    serve({ ...face, app }, versionOperations.upload, async ({ accountId, by, deploymentId, query, body }) => {
      const upload = { archive: archiveIn(body), message: query.message };
      const made = await projectVersions.upload({ accountId, by }, deploymentId, upload);
      return { version: presentVersion(made.version), check: presentCheck(made.check) };
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

  serve(face, versionOperations.rollBack, async ({ accountId, by, deploymentId }) =>
    presentVersion(await projectVersions.rollBack({ accountId, by }, deploymentId)),
  );

  serve(face, versionOperations.get, async ({ accountId, deploymentId, params: { id } }) =>
    presentVersion(await projectVersions.get(accountId, deploymentId, id)),
  );

  serve(face, versionOperations.delete, ({ accountId, by, deploymentId, params: { id } }) =>
    projectVersions.remove({ accountId, by }, deploymentId, id),
  );

  serve(face, versionOperations.validate, async ({ accountId, deploymentId, params: { id } }) =>
    presentCheck(await projectVersions.check(accountId, deploymentId, id)),
  );

  serve(face, versionOperations.activate, async ({ accountId, by, deploymentId, params: { id } }) =>
    presentVersion(await projectVersions.activate({ accountId, by }, deploymentId, id)),
  );
}
