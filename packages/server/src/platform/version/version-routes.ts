import {
  newProjectVersionQuerySchema,
  type WireProjectCheck,
  type WireProjectVersion,
  type WireProjectVersions,
  type WireUploadedProjectVersion,
} from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireEditable } from '../../catalog/require-editable.ts';
import { archiveBounds } from '../../catalog/versions/archive-bounds.ts';
import { Invalid } from '../../http/errors.ts';
import { deploymentIn } from '../deployment/deployment-in.ts';
import { readParameters } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, actorOf } from '../request-actor.ts';
import { presentCheck, presentVersion } from './present-version.ts';

const base = '/deployments/:deploymentId/versions';
const archiveType = 'application/zip';

/** Projects of deployments: uploaded whole, checked, and one of them active. */
export function registerVersionRoutes(
  app: FastifyInstance,
  { deployments, projectVersions }: Pick<PlatformDependencies, 'deployments' | 'projectVersions'>,
): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(archiveType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    registerUpload(scope);
  });

  app.get(base, async (request): Promise<WireProjectVersions> => {
    const place = await readable(request);
    const page = readPage(request.query);
    const rows = await projectVersions.list(...place, { afterId: page.afterId, limit: page.size + 1 });
    const { items, pageInfo } = presentPage(rows, page, presentVersion);
    return { items: [...items], pageInfo };
  });

  app.post(`${base}/rollback`, async (request): Promise<WireProjectVersion> => {
    const [accountId, deploymentId] = await changeable(request);
    return presentVersion(await projectVersions.rollBack(accountId, actingIn(request), deploymentId));
  });

  app.get(`${base}/:id`, async (request): Promise<WireProjectVersion> => {
    const place = await readable(request);
    return presentVersion(await projectVersions.get(...place, idIn(request)));
  });

  app.delete(`${base}/:id`, async (request, reply) => {
    const [accountId, deploymentId] = await changeable(request);
    await projectVersions.remove(accountId, actingIn(request), deploymentId, idIn(request));
    return reply.code(204).send();
  });

  app.post(`${base}/:id/validate`, async (request): Promise<WireProjectCheck> => {
    const place = await readable(request);
    return presentCheck(await projectVersions.check(...place, idIn(request)));
  });

  app.post(`${base}/:id/activate`, async (request): Promise<WireProjectVersion> => {
    const [accountId, deploymentId] = await changeable(request);
    const id = idIn(request);
    return presentVersion(await projectVersions.activate(accountId, actingIn(request), deploymentId, id));
  });

  function registerUpload(scope: FastifyInstance): void {
    // Nobody sends megabytes to hear that they may not.
    const onRequest = async (request: FastifyRequest) => void (await changeable(request));
    const options = { bodyLimit: archiveBounds.archiveBytes, onRequest };
    scope.post(base, options, async (request): Promise<WireUploadedProjectVersion> => {
      const { message } = readParameters(newProjectVersionQuerySchema, request.query);
      const archive = archiveIn(request);
      const [accountId, deploymentId] = await changeable(request);
      const made = await projectVersions.upload(accountId, actingIn(request), deploymentId, { archive, message });
      return { version: presentVersion(made.version), check: presentCheck(made.check) };
    });
  }

  /** Account and deployment. @throws Forbidden before anything is looked up; NotFound */
  async function readable(request: FastifyRequest): Promise<readonly [number, number]> {
    const { id } = await deploymentIn(request, 'SchemaRead', deployments);
    return [actorOf(request).accountId, id];
  }

  /** As `readable`. @throws Conflict when it is the deployment of the project folder */
  async function changeable(request: FastifyRequest): Promise<readonly [number, number]> {
    const { id } = await deploymentIn(request, 'SchemaUpdate', deployments);
    requireEditable(id);
    return [actorOf(request).accountId, id];
  }
}

function idIn(request: FastifyRequest): number {
  return pathNumber(request, 'id', 'version');
}

/** @throws Invalid */
function archiveIn({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body)) return body;
  throw new Invalid('version.no-archive', `Send a ZIP archive, as ${archiveType}`, [], 415);
}
