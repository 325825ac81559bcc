import { type OAuthScope, oauthScopes } from '@orrery/kernel';

/**
 * Reads the scopes of a request. Unknown ones are left out, `openid` and its like included; a request that names none of
 * ours gets the default ones.
 */
export function readScopes(text: string | undefined, defaults: readonly OAuthScope[]): readonly OAuthScope[] {
  const given = new Set(text?.split(' '));
  const known = oauthScopes.filter((scope) => given.has(scope));
  if (known.some((scope) => scope !== 'offline_access')) return known;
  const whole = new Set<OAuthScope>([...defaults, ...known]);
  return oauthScopes.filter((scope) => whole.has(scope));
}

export function scopeText(scopes: readonly OAuthScope[]): string {
  return scopes.join(' ');
}
