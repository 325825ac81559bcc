import { type OAuthScope, oauthScopes } from '@orrery/kernel';

export function textsIn(json: string): readonly string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
}

/** Scopes that this version does not know are left out: a token without one can do less, never more. */
export function scopesIn(json: string): readonly OAuthScope[] {
  const texts = new Set(textsIn(json));
  return oauthScopes.filter((scope) => texts.has(scope));
}
