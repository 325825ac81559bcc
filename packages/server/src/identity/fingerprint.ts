import { createHmac, hkdfSync } from 'node:crypto';
import type { Principal } from '../http/principal.ts';
import type { MasterKey } from './master-key.ts';

/** Claims that differ from token to token of one and the same caller. */
const tokenClaims: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti']);

const shownCharacters = 16;

/**
 * Tells callers apart in logs without naming them: equal for equal security contexts, and nothing that can be guessed
 * from a list of names, because the master key is part of it.
 */
export function fingerprints(masterKey: MasterKey): (principal: Principal) => string {
  const key = new Uint8Array(hkdfSync('sha256', masterKey.bytes, '', 'orrery caller fingerprint', 32));
  const known = new WeakMap<object, string>();
  return ({ securityContext }) => {
    const remembered = known.get(securityContext);
    if (remembered !== undefined) return remembered;
    const claims = Object.entries(securityContext).filter(([name]) => !tokenClaims.has(name));
    const text = JSON.stringify(canonical(Object.fromEntries(claims)));
    const fingerprint = createHmac('sha256', key).update(text).digest('hex').slice(0, shownCharacters);
    known.set(securityContext, fingerprint);
    return fingerprint;
  };
}

/** Equal values give equal JSON, whatever the order of their keys. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(canonical)];
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return ['record', ...entries.map(([name, inner]) => [name, canonical(inner)])];
}
