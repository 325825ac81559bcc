import {
  dashboardEmbeddingInputSchema,
  publishDashboardInputSchema,
  workbookDashboardInputSchema,
} from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Level } from '../../content/level.ts';
import { readerIn } from '../content/reader-in.ts';
import { InvalidFields, readFields } from '../invalid-fields.ts';
import { type ListOrder, presentKeysetPage, readKeysetPage } from '../keyset-page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn } from '../request-actor.ts';
import { presentDashboard, presentVersion } from './present-dashboard.ts';
import { presentWorkbook } from './present-workbook.ts';

const workbook = '/deployments/:deploymentId/workbooks/:workbookId';
const newestFirst: ListOrder = { name: 'versions', key: ['number'] };

/** The dashboard of a workbook: what is worked on, what is published of it, and what was. */
export function registerDashboardRoutes(
  app: FastifyInstance,
  { deployments, workbooks, dashboards }: Pick<PlatformDependencies, 'deployments' | 'workbooks' | 'dashboards'>,
): void {
  app.put(`${workbook}/dashboard`, async (request) => {
    const { reader, id } = await allowed(request, 'edit');
    const { dashboardDraft } = readFields(workbookDashboardInputSchema, request.body);
    const changed = presentWorkbook(await workbooks.setDraft(reader, actingIn(request), id, dashboardDraft));
    return { dashboardDraft: changed.dashboardDraft, dashboardPublished: changed.dashboardPublished };
  });

  app.post(`${workbook}/publish`, async (request) => {
    const { reader, id } = await allowed(request, 'edit');
    const { workbookId, ...publishing } = readFields(publishDashboardInputSchema, request.body);
    if (workbookId !== id) throw new InvalidFields([{ path: 'workbookId', message: 'is not that of the path' }]);
    return presentDashboard(await dashboards.publish(reader, actingIn(request), id, publishing));
  });

  app.put(`${workbook}/dashboard/embedding`, async (request) => {
    const { reader, id } = await allowed(request, 'full');
    const { allowEmbed } = readFields(dashboardEmbeddingInputSchema, request.body);
    return presentDashboard(await dashboards.setEmbedding(reader, actingIn(request), id, allowEmbed));
  });

  app.get(`${workbook}/dashboard/versions`, async (request) => {
    const { reader, id } = await allowed(request, 'edit');
    const page = readKeysetPage(request.query, newestFirst);
    const [before] = page.range.after ?? [];
    const range = { before: before === undefined ? undefined : Number(before), most: page.range.most };
    const versions = await dashboards.versions(reader, id, range);
    return presentKeysetPage(versions, page, ({ versionNumber }) => [versionNumber], presentVersion);
  });

  app.get(`${workbook}/dashboard/versions/:versionId`, async (request) => {
    const { reader, id } = await allowed(request, 'edit');
    return presentDashboard(await dashboards.version(reader, id, pathNumber(request, 'versionId', 'version')));
  });

  app.post(`${workbook}/dashboard/versions/:versionId/restore`, async (request) => {
    const { reader, id } = await allowed(request, 'full');
    await dashboards.restore(reader, actingIn(request), id, pathNumber(request, 'versionId', 'version'));
    return presentWorkbook(await workbooks.get(reader, id));
  });

  /** Settled before what the request holds is looked at. @throws Forbidden, NotFound */
  async function allowed(request: FastifyRequest, least: Level) {
    const reader = await readerIn(request, deployments);
    const id = pathNumber(request, 'workbookId', 'workbook');
    await workbooks.requireLevel(reader, id, least);
    return { reader, id };
  }
}
