import type { AuditReader } from './audit-reader.ts';

const everyMs = 3_600_000;

/** Deletes old entries now and every hour; a failure is retried an hour later. @returns a function that stops it */
export function forgetAuditLog(
  reader: Pick<AuditReader, 'forget'>,
  log: { warn(details: object, message: string): void },
): () => void {
  const forget = () => {
    reader.forget().catch((error: unknown) => log.warn({ err: error }, 'old entries of the audit log are still kept'));
  };
  const timer = setInterval(forget, everyMs).unref();
  forget();
  return () => clearInterval(timer);
}
