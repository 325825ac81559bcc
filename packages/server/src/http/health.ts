import { processOperations } from '@orrery/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openFace, serveOperation } from './serve-operation.ts';
import type { SharedCheck } from './shared-check.ts';

/**
 * Whether the request is a probe. Probes come from the same machine, so they are answered on plain HTTP too, until the
 * end.
 */
export function isProbe(url: string): boolean {
  return url === processOperations.isAlive.path || url === processOperations.isReady.path;
}

export interface Health {
  readonly readiness: SharedCheck;
  /** A service that is about to end is not ready, whatever a recent check found. */
  readonly ending: { readonly isAnnounced: boolean };
}

/**
 * Serves the probes. `/livez` reports only whether the process answers: a failed data source recovers without help, and
 * restarting the process would affect the others. `/readyz` reports whether queries can be answered. Neither gives
 * reasons.
 */
export function registerHealthRoutes(app: FastifyInstance, { readiness, ending }: Health): void {
  const face = openFace(app);
  serveOperation(face, processOperations.isAlive, async ({ reply }) => answer(reply, true));
  serveOperation(face, processOperations.isReady, async ({ reply }) =>
    answer(reply, !ending.isAnnounced && (await readiness.isHealthy())),
  );
}

function answer(reply: FastifyReply, isHealthy: boolean): FastifyReply {
  return reply.code(isHealthy ? 200 : 500).send({ health: isHealthy ? 'HEALTH' : 'DOWN' });
}
