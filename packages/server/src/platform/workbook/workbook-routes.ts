import {
  createWorkbookInputSchema,
  duplicateWorkbookInputSchema,
  updateWorkbookInputSchema,
  type WireWorkbooks,
  workbooksQuerySchema,
} from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { Forbidden } from '../../http/errors.ts';
import { makerIn, readerIn } from '../content/reader-in.ts';
import { readFields, readParameters } from '../invalid-fields.ts';
import { type ListOrder, presentKeysetPage, readKeysetPage } from '../keyset-page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn } from '../request-actor.ts';
import { recordView } from '../workspace/record-view.ts';
import { presentWorkbook } from './present-workbook.ts';

const base = '/deployments/:deploymentId/workbooks';
const newestFirst: ListOrder = { name: 'workbooks by change', key: ['instant', 'number'] };

/** Workbooks of a deployment. Nobody learns what is wrong with a request they may not make. */
export function registerWorkbookRoutes(
  app: FastifyInstance,
  { deployments, workbooks, workspace }: Pick<PlatformDependencies, 'deployments' | 'workbooks' | 'workspace'>,
): void {
  app.get(base, async (request): Promise<WireWorkbooks> => {
    const reader = await readerIn(request, deployments);
    const { folderId } = readParameters(workbooksQuerySchema, request.query);
    const page = readKeysetPage(request.query, newestFirst);
    const [updatedAt, id] = page.range.after ?? [];
    const after = updatedAt === undefined ? undefined : { updatedAt: Number(updatedAt), id: Number(id) };
    const range = { folderId: folderId === 0 ? null : folderId, after, most: page.size };
    const { workbooks: found, hasMore, count } = await workbooks.list(reader, range);
    // A part that is full before it has as many as were asked for.
    const rows = hasMore ? [...found, ...found.slice(-1)] : found;
    const { items, pageInfo } = presentKeysetPage(
      rows,
      { ...page, size: found.length },
      (workbook) => [workbook.updatedAt, workbook.id],
      presentWorkbook,
    );
    return { items: [...items], data: [...items], pageInfo, count };
  });

  app.post(base, async (request) => {
    const reader = await makerIn(request, deployments);
    const wanted = readFields(createWorkbookInputSchema, request.body);
    return presentWorkbook(await workbooks.create(reader, actingIn(request), wanted));
  });

  app.get(`${base}/:workbookId`, async (request) => {
    const reader = await readerIn(request, deployments);
    const workbook = await workbooks.get(reader, pathNumber(request, 'workbookId', 'workbook'));
    await recordView(request, workspace, reader, workbook.id);
    return presentWorkbook(workbook);
  });

  app.put(`${base}/:workbookId`, async (request) => {
    const reader = await readerIn(request, deployments);
    const id = pathNumber(request, 'workbookId', 'workbook');
    await workbooks.requireLevel(reader, id, 'edit');
    const change = readFields(updateWorkbookInputSchema, request.body);
    return presentWorkbook(await workbooks.update(reader, actingIn(request), id, change));
  });

  app.delete(`${base}/:workbookId`, async (request, reply) => {
    const reader = await readerIn(request, deployments);
    await workbooks.delete(reader, actingIn(request), pathNumber(request, 'workbookId', 'workbook'));
    return reply.code(204).send();
  });

  app.post(`${base}/:workbookId/duplicate`, async (request) => {
    const reader = await readerIn(request, deployments);
    const id = pathNumber(request, 'workbookId', 'workbook');
    if (readFields(duplicateWorkbookInputSchema, request.body).shared) {
      throw new Forbidden('workbook.shared', 'Only viewers of embedded content copy from what is shared with them');
    }
    return presentWorkbook(await workbooks.duplicate(reader, actingIn(request), id));
  });
}
