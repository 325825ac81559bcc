import { processOperations } from '@orrery/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openFace, serveOperation } from './serve-operation.ts';
import type { SharedCheck } from './shared-check.ts';

/** Answered on plain HTTP too, and until the last moment: probes come from beside the process. */
export function isProbe(url: string): boolean {
  return url === processOperations.isAlive.path || url === processOperations.isReady.path;
}

export interface Health {
  readonly readiness: SharedCheck;
  /** A service that is about to end is not ready, whatever a check said within the last second. */
  readonly ending: { readonly isAnnounced: boolean };
}

/**
 * `/livez` asks whether the process answers, and nothing else: a source that is down comes back by itself, and starting
 * the process again would only take the others away. `/readyz` asks whether questions can be answered. Neither says why.
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
