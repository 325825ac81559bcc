import { SignJWT } from 'jose';

export const embedAlgorithm = 'HS256';
export const embedAudience = 'embed';

/** The claims of an embed token; clients read them without verifying. The store knows whether it is still valid. */
export interface EmbedClaims {
  readonly issuer: string;
  readonly userId: number;
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly more: Readonly<Record<string, unknown>>;
}

/** Signs an embed token. Its header names the secret, and so the account. */
export function signEmbedToken(
  { issuer, userId, sessionId, issuedAt, expiresAt, more }: EmbedClaims,
  {
    accountId,
    secret,
  }: { readonly accountId: number; readonly secret: { readonly id: number; readonly key: Uint8Array } },
): Promise<string> {
  return new SignJWT({ ...more })
    .setProtectedHeader({ alg: embedAlgorithm, typ: 'JWT', kid: keyNameOf(accountId, secret.id) })
    .setIssuer(issuer)
    .setAudience(embedAudience)
    .setSubject(String(userId))
    .setJti(sessionId)
    .setIssuedAt(Math.floor(issuedAt / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(secret.key);
}

export function keyNameOf(accountId: number, secretId: number): string {
  return `embed/${accountId}/${secretId}`;
}

/** @returns `undefined` for another key than one of `keyNameOf` */
export function accountOfKey(name: string | undefined): number | undefined {
  const found = /^embed\/(\d{1,9})\/\d{1,15}$/.exec(name ?? '');
  return found ? Number(found[1]) : undefined;
}
