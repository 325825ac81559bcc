import { createHmac } from 'node:crypto';
import { callerClaims, type DataScope } from '@orrery/kernel';
import { deriveKey, type MasterKey } from '@orrery/store';

const shownCharacters = 16;

/**
 * Identifies callers in logs without naming them: equal for equal security contexts. It cannot be guessed from a list
 * of names, because it depends on the master key.
 */
export function fingerprints(masterKey: MasterKey): (principal: DataScope) => string {
  const key = deriveKey(masterKey, 'orrery caller fingerprint');
  const known = new WeakMap<object, string>();
  return (principal) => {
    const { securityContext } = principal;
    const remembered = known.get(securityContext);
    if (remembered !== undefined) return remembered;
    const fingerprint = createHmac('sha256', key)
      .update(callerClaims(principal))
      .digest('hex')
      .slice(0, shownCharacters);
    known.set(securityContext, fingerprint);
    return fingerprint;
  };
}
