import { type PageInfo, reportOperations, type WireReport } from '@orrery/contract';
import {
  problemsOfReport,
  type QueryRunner,
  type ContentRights,
  refreshReport,
  type Report,
  type ReportService,
  type WorkspaceService,
  withQuestion,
} from '@orrery/content';
import { clientSignal } from '../../../http/index.ts';
import { presentPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { recordView } from '../workspace/record-view.ts';
import { presentReport } from './present-report.ts';
import { readReportsQuery } from './read-reports-query.ts';

export interface ReportServices {
  readonly reports: ReportService;
  /** Runs the queries of saved reports. */
  readonly queries: Pick<QueryRunner, 'problemsOf' | 'refresh' | 'shapeProblemsOf'>;
  readonly workspace: Pick<WorkspaceService, 'recordView'>;
}

/** Serves saved queries, and refreshes their data. */
export function serveReports(face: PlatformFace, { reports, queries, workspace }: ReportServices): void {
  serve(face, reportOperations.list, async ({ rights, query }) => {
    const asked = readReportsQuery(query);
    const { workbookId, direction } = asked;
    if (asked.kind === 'by cursor') {
      const { page, sort } = asked;
      const { reports: found, count } = await reports.list(rights, { workbookId, direction, sort, ...page.range });
      return answer(
        presentPage(found, page, (report) => presentReport(report)),
        count,
      );
    }
    const { size, offset } = asked.page;
    const range = { workbookId, direction, offset, most: size + 1 };
    const found =
      asked.kind === 'last viewed'
        ? await reports.listByLastView(rights, range)
        : await reports.list(rights, { ...range, sort: asked.sort });
    const items = found.reports.slice(0, size).map((report) => presentReport(report));
    const pageInfo = {
      hasNextPage: found.reports.length > size,
      hasPreviousPage: offset > 0,
      startCursor: null,
      endCursor: null,
    };
    return answer({ items, pageInfo }, found.count);
  });

  serve(face, reportOperations.create, async ({ rights, makeChange, body }) => {
    const report = withQuestion(body);
    const faults = await queries.shapeProblemsOf(report.question);
    return whole(rights, await makeChange((change) => reports.create(change, rights, report, faults)));
  });

  serve(face, reportOperations.get, async ({ rights, params: { reportId }, request }) => {
    const report = await reports.get(rights, reportId);
    await recordView(request, workspace, rights, reportId);
    return whole(rights, report);
  });

  serve(face, reportOperations.update, async ({ rights, makeChange, params: { reportId }, body }) => {
    const update = withQuestion(body);
    const faults = await queries.shapeProblemsOf(update.question);
    return whole(rights, await makeChange((change) => reports.update(change, rights, reportId, update, faults)));
  });

  serve(face, reportOperations.connect, async ({ rights, makeChange, params: { reportId }, body }) =>
    whole(rights, await makeChange((change) => reports.update(change, rights, reportId, body, []))),
  );

  serve(face, reportOperations.delete, ({ rights, makeChange, params: { reportId } }) =>
    makeChange((change) => reports.delete(change, rights, reportId)),
  );

  serve(face, reportOperations.refresh, async ({ rights, makeChange, params: { reportId }, request, reply }) => {
    const refreshing = { requestId: request.id, signal: clientSignal(reply), log: request.log };
    return whole(rights, await refreshReport({ reports, queries, makeChange }, rights, reportId, refreshing));
  });

  async function whole(rights: ContentRights, report: Report): Promise<WireReport> {
    return presentReport(report, await problemsOfReport(queries, rights, report));
  }
}

function answer(
  { items, pageInfo }: { readonly items: readonly WireReport[]; readonly pageInfo: PageInfo },
  count: number,
) {
  return { items, data: items, pageInfo, count };
}
