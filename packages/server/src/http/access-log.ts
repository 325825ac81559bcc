import type { Logger } from 'pino';
import type { DataScope, TokenCaller } from '@orrery/kernel';
import type { RequestListener } from './follow-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once the token has been checked. */
    principal: TokenCaller | null;
  }
}

/** Probes and scrapers poll all the time; their requests are not logged. */
const quietRoutes: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz', '/metrics']);

const mostPath = 300;

/**
 * Logs one line per request: caller, operation and result. Never the query string, a header or a body; the caller only
 * as a fingerprint.
 */
export function accessLog(log: Logger, fingerprintOf: (principal: DataScope) => string): RequestListener {
  return ({ requestId, method, target, route, deploymentId, principal, status, tookMs }) => {
    const isQuiet = quietRoutes.has(route);
    if (!log.isLevelEnabled(isQuiet ? 'debug' : 'info')) return;
    const line = {
      requestId,
      deployment: deploymentId,
      tenant: principal ? fingerprintOf(principal) : undefined,
      method,
      path: pathOf(target),
      status,
      ms: Math.round(tookMs * 100) / 100,
    };
    if (isQuiet) log.debug(line, 'answered');
    else log.info(line, 'answered');
  };
}

function pathOf(target: string): string {
  const end = target.indexOf('?');
  return target.slice(0, Math.min(end < 0 ? target.length : end, mostPath));
}
