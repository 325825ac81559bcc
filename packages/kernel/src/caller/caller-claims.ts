import type { DataScope } from './caller.ts';

/** Claims that differ between tokens of the same caller. */
const tokenClaims: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti']);

/** The caller's identity as text: equal for equal security contexts, whatever the order of their keys. */
export function callerClaims({ securityContext }: Pick<DataScope, 'securityContext'>): string {
  const claims = Object.entries(securityContext).filter(([name]) => !tokenClaims.has(name));
  return JSON.stringify(canonical(Object.fromEntries(claims)));
}

/** Writes equal values as equal JSON; lists and records never look alike. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(canonical)];
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return ['record', ...entries.map(([name, inner]) => [name, canonical(inner)])];
}
