import type { IssuedTokens } from '@orrery/people';
import { scopeText } from '../scope/index.ts';

/** RFC 6749 section 5.1. The scopes are always there: some clients ask for the new ones alone otherwise. */
export function presentTokens({ accessToken, expiresInSeconds, refreshToken, scopes }: IssuedTokens) {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresInSeconds,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: scopeText(scopes),
  };
}

/** Adds the names that older programs read. @param tenantUrl the address that they ask from then on */
export function presentForOlder(tokens: IssuedTokens, now: number, tenantUrl: string) {
  const { accessToken, expiresInSeconds, refreshToken, refreshEndsAt } = tokens;
  return {
    ...presentTokens(tokens),
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    tokenType: 'Bearer',
    expiresIn: expiresInSeconds,
    accessTokenExpiresAt: new Date(now + expiresInSeconds * 1_000).toISOString(),
    ...(refreshEndsAt === undefined ? {} : { refreshTokenExpiresAt: new Date(refreshEndsAt).toISOString() }),
    tenantUrl,
  };
}
