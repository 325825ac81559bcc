import type { FastifyInstance } from 'fastify';
import type { HttpSettings } from '../config/http-settings.ts';

/** Where people reach what listens, without a slash at the end. */
export function originOf(
  app: FastifyInstance,
  http: Pick<HttpSettings, 'publicUrl' | 'host' | 'port' | 'transport'>,
): string {
  if (http.publicUrl !== undefined) return http.publicUrl;
  const address = app.addresses()[0];
  const port = typeof address === 'object' ? address.port : http.port;
  const host = http.host.includes(':') ? `[${http.host}]` : http.host;
  return `${http.transport.kind === 'plain' ? 'http' : 'https'}://${host}:${port}`;
}
