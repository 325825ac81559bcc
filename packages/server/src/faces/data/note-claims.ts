import type { FastifyRequest } from 'fastify';

/** Parameters of callers who try to identify themselves other than by the token. */
const claims = ['securityContext', 'security_context', 'cubeCloud', 'cube_cloud', 'u'];

/** Logs requests that claim an identity other than by the token, which alone decides. */
export async function noteClaims(request: FastifyRequest): Promise<void> {
  const found = claimsOf(request);
  if (found.length === 0) return;
  request.log.warn({ code: 'auth.claims-in-request', claims: found }, 'a request says who sent it; its token decides');
}

/** Returns what a request claims about its sender outside its token. */
export function claimsOf({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): readonly string[] {
  const inner = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  return [query, body, inner].flatMap(claimsIn);
}

function claimsIn(given: unknown): readonly string[] {
  if (typeof given !== 'object' || given === null) return [];
  return claims.filter((name) => Object.hasOwn(given, name));
}
