import { jwtVerify, decodeJwt, SignJWT } from 'jose';
import { Unauthorized } from '@orrery/kernel';
import { isKeyText } from '@orrery/store';

const algorithm = 'HS256';
const audience = 'deploy';

/** The claims of a deploy token. Command lines read the first two without verifying. */
export interface DeployClaims {
  /** The address that `/build/deploy` is below. */
  readonly url: string;
  readonly deploymentId: number;
  /** The text of the API key that the token acts by. */
  readonly key: string;
}

/** Signs a token for command lines that deploy. It is as good as its API key, which also signs it. */
export function signDeployToken({ url, deploymentId, key }: DeployClaims, clock: { now(): number }): Promise<string> {
  return new SignJWT({ url, deploymentId, key })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setAudience(audience)
    .setIssuedAt(Math.floor(clock.now() / 1000))
    .sign(new TextEncoder().encode(key));
}

/**
 * Finds the API key in a token that was sent without a scheme.
 *
 * @returns `undefined` for other texts @throws Unauthorized for a token that was changed
 */
export async function keyInDeployToken(text: string): Promise<string | undefined> {
  if (text.split('.').length !== 3) return undefined;
  try {
    const { key } = decodeJwt(text);
    if (typeof key !== 'string' || !isKeyText(key)) return undefined;
    await jwtVerify(text, new TextEncoder().encode(key), { algorithms: [algorithm], audience });
    return key;
  } catch (error) {
    throw new Unauthorized('auth.invalid-key', 'Invalid API key', { cause: error });
  }
}
