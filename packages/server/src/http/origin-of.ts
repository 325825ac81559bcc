import type { FastifyInstance } from 'fastify';
import { addressOf, type HttpSettings } from '@orrery/config';

/** Address at which people reach the server, without a slash at the end. */
export function originOf(
  app: FastifyInstance,
  http: Pick<HttpSettings, 'publicUrl' | 'host' | 'port' | 'transport'>,
): string {
  return addressOf(http, portOf(app, http));
}

/** The actual port; the configured one while it does not listen. */
export function portOf(app: FastifyInstance, http: Pick<HttpSettings, 'port'>): number {
  const address = app.addresses()[0];
  return typeof address === 'object' ? address.port : http.port;
}
