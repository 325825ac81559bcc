import {
  newReportSchema,
  type PageInfo,
  reportPlacementSchema,
  reportUpdateSchema,
  type WireReport,
  type WireReports,
} from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Level } from '../../content/level.ts';
import type { Reader } from '../../content/reader.ts';
import { refreshReport } from '../../content/refresh-report.ts';
import type { Report } from '../../content/report.ts';
import { problemsOfReport } from '../../content/report-problems.ts';
import { clientSignal } from '../../http/client-signal.ts';
import { makerIn, readerIn } from '../content/reader-in.ts';
import { readFields } from '../invalid-fields.ts';
import { presentKeysetPage } from '../keyset-page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn } from '../request-actor.ts';
import { recordView } from '../workspace/record-view.ts';
import { presentReport } from './present-report.ts';
import { readReportsQuery } from './read-reports-query.ts';

const collection = '/deployments/:deploymentId/reports';

/** Saved questions, and their data read anew. */
export function registerReportRoutes(
  app: FastifyInstance,
  {
    deployments,
    reports,
    queries,
    workspace,
  }: Pick<PlatformDependencies, 'deployments' | 'reports' | 'queries' | 'workspace'>,
): void {
  app.get(collection, async (request): Promise<WireReports> => {
    const reader = await readerIn(request, deployments);
    const asked = readReportsQuery(request.query);
    const { workbookId, direction } = asked;
    if (asked.kind === 'by cursor') {
      const { page, sort, keyOf } = asked;
      const { reports: found, count } = await reports.list(reader, { workbookId, direction, sort, ...page.range });
      return answer(
        presentKeysetPage(found, page, keyOf, (report) => presentReport(report)),
        count,
      );
    }
    const { size, offset } = asked.page;
    const range = { workbookId, direction, offset, most: size + 1 };
    const found =
      asked.kind === 'last viewed'
        ? await reports.listByLastView(reader, range)
        : await reports.list(reader, { ...range, sort: asked.sort });
    const items = found.reports.slice(0, size).map((report) => presentReport(report));
    const pageInfo = {
      hasNextPage: found.reports.length > size,
      hasPreviousPage: offset > 0,
      startCursor: null,
      endCursor: null,
    };
    return answer({ items, pageInfo }, found.count);
  });

  app.post(collection, async (request) => {
    const reader = await makerIn(request, deployments);
    const wanted = readFields(newReportSchema, request.body);
    return whole(reader, await reports.create(reader, actingIn(request), wanted));
  });

  app.get(`${collection}/:reportId`, async (request) => {
    const { reader, id } = await placeOf(request);
    const report = await reports.get(reader, id);
    await recordView(request, workspace, reader, id);
    return whole(reader, report);
  });

  app.put(`${collection}/:reportId`, async (request) => {
    const { reader, id } = await allowed(request, 'edit');
    const change = readFields(reportUpdateSchema, request.body);
    return whole(reader, await reports.update(reader, actingIn(request), id, change));
  });

  app.delete(`${collection}/:reportId`, async (request, reply) => {
    const { reader, id } = await placeOf(request);
    await reports.delete(reader, actingIn(request), id);
    return reply.code(204).send();
  });

  app.put(`${collection}/:reportId/refresh`, async (request, reply) => {
    const { reader, id } = await placeOf(request);
    const refreshing = { requestId: request.id, signal: clientSignal(reply), log: request.log };
    return whole(reader, await refreshReport({ reports, queries }, reader, id, refreshing));
  });

  app.put(`${collection}/:reportId/connect-workbook`, async (request) => {
    const { reader, id } = await allowed(request, 'edit');
    const placement = readFields(reportPlacementSchema, request.body);
    return whole(reader, await reports.update(reader, actingIn(request), id, placement));
  });

  async function placeOf(request: FastifyRequest) {
    const reader = await readerIn(request, deployments);
    return { reader, id: pathNumber(request, 'reportId', 'report') };
  }

  /** Settled before what the request holds is looked at. @throws Forbidden, NotFound */
  async function allowed(request: FastifyRequest, least: Level) {
    const place = await placeOf(request);
    await reports.requireLevel(place.reader, place.id, least);
    return place;
  }

  async function whole(reader: Reader, report: Report): Promise<WireReport> {
    return presentReport(report, await problemsOfReport(queries, reader, report));
  }
}

function answer(
  { items, pageInfo }: { readonly items: readonly WireReport[]; readonly pageInfo: PageInfo },
  count: number,
): WireReports {
  return { items: [...items], data: [...items], pageInfo, count };
}
