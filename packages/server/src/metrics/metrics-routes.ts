import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { processOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import {
  firstAccountId,
  Forbidden,
  type Person,
  requireAdmin,
  Unauthorized,
  requireAllDeployments,
} from '@orrery/kernel';
import { type Face, serveOperation } from '../http/index.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsAccess {
  /** The installation's own word for scrapers; absent: they need the API key of an admin. */
  readonly token: string | undefined;
  /** Finds the owner of an API key. @throws Unauthorized */
  readonly personOf: (headers: IncomingHttpHeaders) => Promise<Person>;
}

/**
 * Serves the metrics for Prometheus. They show the load of deployments and of the machine, so reading them needs a
 * token.
 */
export function registerMetricsRoute(app: FastifyInstance, metrics: Metrics, access: MetricsAccess): void {
  const face: Face<void> = {
    app,
    admit: async (_, request, reply) => {
      try {
        await requireReader(request.headers, access);
      } catch (error) {
        if (error instanceof Unauthorized) reply.header('www-authenticate', 'Bearer');
        throw error;
      }
    },
  };
  serveOperation(face, processOperations.metrics, async ({ reply }) => {
    const { contentType, text } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}

/** @throws Unauthorized, Forbidden */
async function requireReader(headers: IncomingHttpHeaders, { token, personOf }: MetricsAccess): Promise<void> {
  const [scheme = '', given = '', ...rest] = (headers.authorization ?? '').split(' ');
  const isWord = token !== undefined && scheme.toLowerCase() === 'bearer' && rest.length === 0;
  if (isWord && isSame(given, token)) return;
  const person = await personOf(headers);
  requireAdmin(person);
  if (person.accountId !== firstAccountId) {
    throw new Forbidden(
      'auth.other-account',
      'Metrics cover all accounts, so only admins of the account of the installation may read them',
    );
  }
  requireAllDeployments(person);
}

/** Compares two texts in a time that does not depend on their characters. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
