import type { Settings } from '@orrery/config';

/** Whether every request is refused because HTTP is plain and no trusted proxy ends HTTPS. */
export function refusesAll({ isDevelopment, http }: Pick<Settings, 'isDevelopment' | 'http'>): boolean {
  return http.transport.kind === 'plain' && http.trustedProxies.length === 0 && !isDevelopment;
}

/** The settings by which a server that refuses all requests answers some. */
export const waysToAnswer = 'give --tls-cert and --tls-key, --tls-self-signed, --trust-proxy, or --dev';
