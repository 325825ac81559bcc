import { Readable } from 'node:stream';
import { auditExportQuerySchema, type AuditQuery, auditQuerySchema, type WireAuditEntry } from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../identity/actor.ts';
import type { AuditFilter, AuditRecord } from '../../identity/audit-reader.ts';
import { requireRight } from '../../identity/rights.ts';
import { readParameters } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { presentInstant } from '../present-instant.ts';
import { actingIn, actorOf } from '../request-actor.ts';
import { csvLine } from '../../http/csv-line.ts';

const columns = ['timestamp', 'user_email', 'event', 'deployment', 'ip', 'attributes'];

/** What happened in the account, for whoever may look after its log. */
export function registerAuditLogRoutes(
  app: FastifyInstance,
  { auditReader }: Pick<PlatformDependencies, 'auditReader'>,
): void {
  app.get('/audit-logs', async (request) => {
    const { accountId } = readerOf(request);
    const filter = readFilter(readParameters(auditQuerySchema, request.query));
    const { first, after } = readParameters(auditQuerySchema, request.query);
    const page = readPage({ first, after }, { isEndless: true });
    const range = { beforeId: page.afterId === 0 ? undefined : page.afterId, most: page.size + 1 };
    return presentPage(await auditReader.list(accountId, filter, range), page, presentEntry);
  });

  app.get('/audit-logs/export', async (request, reply) => {
    const { accountId } = readerOf(request);
    const filter = readFilter(readParameters(auditExportQuerySchema, request.query));
    await auditReader.recordExport(accountId, actingIn(request));
    reply.header('content-disposition', 'attachment; filename="audit-log.csv"');
    reply.type('text/csv; charset=utf-8');
    return reply.send(Readable.from(lines(auditReader.all(accountId, filter))));
  });
}

async function* lines(entries: AsyncIterable<readonly AuditRecord[]>): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const some of entries) yield some.map(entryLine).join('');
}

function entryLine({ at, userEmail, event, deploymentId, address, attributes }: AuditRecord): string {
  const deployment = deploymentId === undefined ? '' : String(deploymentId);
  return csvLine([presentInstant(at), userEmail ?? '', event, deployment, address ?? '', attributes]);
}

function readerOf(request: FastifyRequest): Actor {
  const actor = actorOf(request);
  requireRight(actor, 'AuditLogManage', 'account');
  return actor;
}

function readFilter({ start, end, search, eventName, userEmail }: AuditQuery): AuditFilter {
  return { from: instantOf(start), to: instantOf(end), search, event: eventName, userEmail };
}

/** The midnight of a date in UTC. */
function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

function presentEntry({ id, at, event, userEmail, deploymentId, address, attributes }: AuditRecord): WireAuditEntry {
  return {
    id,
    timestamp: presentInstant(at),
    event,
    userEmail: userEmail ?? null,
    deploymentId: deploymentId ?? null,
    ip: address ?? null,
    attributes: JSON.parse(attributes),
  };
}
