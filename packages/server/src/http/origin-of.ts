import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from '@orrery/config';

/** Where people reach what listens, without a slash at the end. */
export function originOf(
  app: FastifyInstance,
  http: Pick<HttpSettings, 'publicUrl' | 'host' | 'port' | 'transport'>,
): string {
  if (http.publicUrl !== undefined) return http.publicUrl;
  const host = http.host.includes(':') ? `[${http.host}]` : http.host;
  return `${http.transport.kind === 'plain' ? 'http' : 'https'}://${host}:${portOf(app, http)}`;
}

/** The one it listens on; what is asked for while it does not. */
export function portOf(app: FastifyInstance, http: Pick<HttpSettings, 'port'>): number {
  const address = app.addresses()[0];
  return typeof address === 'object' ? address.port : http.port;
}
