import { type AuditQuery, auditLogOperations, type WireAuditEntry } from '@orrery/contract';
import { csvLine } from '@orrery/kernel';
import type { AuditFilter, AuditReader, AuditRecord } from '@orrery/people';
import { byEndlessNumber, presentPage, rangeBefore, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface AuditLogServices {
  readonly auditReader: AuditReader;
}

const columns = ['timestamp', 'user_email', 'event', 'deployment', 'ip', 'attributes'];
const order = byEndlessNumber('audit log');

/** Serves the audit log. */
export function serveAuditLog(face: PlatformFace, { auditReader }: AuditLogServices): void {
  serve(face, auditLogOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await auditReader.list(accountId, readFilter(query), rangeBefore(page)), page, presentEntry);
  });

  serve(face, auditLogOperations.export, async ({ accountId, makeChange, query, reply }) => {
    await makeChange((change) => change.record({ event: 'Exported audit log' }));
    reply.header('content-disposition', 'attachment; filename="audit-log.csv"');
    return lines(auditReader.all(accountId, readFilter(query)));
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
