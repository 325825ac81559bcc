import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenSettings } from '../../../config/src/token-settings.ts';
import { Unauthorized } from '../../../kernel/src/failure/errors.ts';
import { fixedKeys, keyFromText } from './token-keys.ts';
import { TokenVerifier } from './token-verifier.ts';

const secret = 'the-deployment-secret-of-sufficient-length';
const nowSeconds = 1_770_000_000;
const plain: TokenSettings = { algorithms: ['HS256'], scopes: ['data'] };

let clock: { seconds: number; now(): number };
let verifier: TokenVerifier;

beforeEach(() => {
  clock = { seconds: nowSeconds, now: () => clock.seconds * 1000 };
  verifier = verifierOf(plain, secret);
});

function verifierOf(settings: TokenSettings, ...texts: readonly string[]): TokenVerifier {
  return new TokenVerifier(settings, fixedKeys(texts.map((text) => keyFromText(text, settings.algorithms))), clock);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(claims: unknown, header: object = {}, key: string = secret): string {
  const input = `${encode({ alg: 'HS256', ...header })}.${typeof claims === 'string' ? Buffer.from(claims).toString('base64url') : encode(claims)}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
}

const valid = { tenant: 'acme', exp: nowSeconds + 600 };

async function refusal(token: string, by = verifier): Promise<string> {
  try {
    await by.verify(token);
  } catch (error) {
    if (error instanceof Unauthorized) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a token', () => {
  it('signed by the deployment is accepted with all its claims', async () => {
    expect((await verifier.verify(signed(valid))).claims).toEqual(valid);
  });

  it('with deeply nested claims is refused', async () => {
    const claims = (levels: number) => `{"exp":${valid.exp},"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(await refusal(signed(claims(32)))).toBe('accepted');
    expect(await refusal(signed(claims(33)))).toBe('Invalid token');
    expect(await refusal(signed(claims(200_000)))).toBe('Invalid token');
  });

  it.each(['none', 'None', 'NONE', 'nOnE'])('with the algorithm %s is refused, signed or not', async (alg) => {
    const unsigned = `${encode({ alg })}.${encode(valid)}.`;
    expect(await refusal(unsigned)).toBe('Invalid token');
    expect(await refusal(signed(valid, { alg }))).toBe('Invalid token');
  });

  it('signed with a public key as if it were a shared secret is refused', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const byPublicKey = verifierOf({ ...plain, algorithms: ['RS256'] }, pem);
    const input = `${encode({ alg: 'RS256' })}.${encode(valid)}`;
    const good = `${input}.${createSign('sha256').update(input).sign(privateKey).toString('base64url')}`;
    expect(await refusal(good, byPublicKey)).toBe('accepted');
    expect(await refusal(signed(valid, {}, pem), byPublicKey)).toBe('Invalid token');
    expect(await refusal(good)).toBe('Invalid token');
  });

  it.each(['../../dev/null', "' UNION SELECT 1 --", 'http://127.0.0.1:1/key'])(
    'with the key id %j is checked with the deployment secret regardless',
    async (kid) => {
      expect(await refusal(signed(valid, { kid }, 'key-of-somebody-else-long-enough-to-sign'))).toBe('Invalid token');
      expect(await refusal(signed(valid, { kid }, ''))).toBe('Invalid token');
    },
  );

  it('that brings its own key is refused', async () => {
    const own = 'key-of-somebody-else-long-enough-to-sign';
    const jwk = { kty: 'oct', k: Buffer.from(own).toString('base64url') };
    for (const header of [{ jwk }, { jku: 'http://127.0.0.1:1/keys' }, { x5u: 'http://127.0.0.1:1/cert' }]) {
      expect(await refusal(signed(valid, header, own))).toBe('Invalid token');
    }
  });

  it.each([
    ['expired', { exp: nowSeconds - 61 }],
    ['not yet valid', { exp: nowSeconds + 600, nbf: nowSeconds + 61 }],
    ['without an end', {}],
    ['with an end as text', { exp: String(nowSeconds + 600) }],
    ['with an end between two seconds', { exp: nowSeconds + 600.5 }],
    ['with an end before time', { exp: -1 }],
    ['with no end at all, as null', { exp: null }],
    ['with a list for an end', { exp: [nowSeconds + 600] }],
    ['with a beginning as text', { exp: nowSeconds + 600, nbf: '0' }],
  ])('%s is refused', async (_, claims) => {
    expect(await refusal(signed(claims))).toBe('Invalid token');
  });

  it('that expires in 1e99 seconds is refused', async () => {
    expect(await refusal(signed('{"exp":1e99}'))).toBe('Invalid token');
  });

  it('is accepted within a minute of clock difference', async () => {
    expect(await refusal(signed({ exp: nowSeconds - 59 }))).toBe('accepted');
    expect(await refusal(signed({ exp: nowSeconds + 600, nbf: nowSeconds + 59 }))).toBe('accepted');
  });

  it('that was accepted is refused once it has expired', async () => {
    const token = signed(valid);
    expect(await refusal(token)).toBe('accepted');
    clock.seconds = valid.exp + 61;
    expect(await refusal(token)).toBe('Invalid token');
  });

  it('of another deployment is refused', async () => {
    const other = verifierOf(plain, 'the-secret-of-another-deployment-entirely');
    expect(await refusal(signed(valid), other)).toBe('Invalid token');
  });

  it('must have the configured audience, issuer and subject', async () => {
    const strict = verifierOf({ ...plain, audience: 'a', issuers: ['i', 'j'], subject: 's' }, secret);
    expect(await refusal(signed({ ...valid, aud: 'a', iss: 'j', sub: 's' }), strict)).toBe('accepted');
    for (const claims of [
      valid,
      { aud: 'b', iss: 'i', sub: 's' },
      { aud: 'a', iss: 'k', sub: 's' },
      { aud: 'a', iss: 'i' },
    ]) {
      expect(await refusal(signed({ ...valid, ...claims }), strict)).toBe('Invalid token');
    }
  });

  it('may be signed with any of the configured secrets, and with no other', async () => {
    const two = verifierOf(plain, 'first-secret-first-secret-first-secret', 'other-secret-other-secret-other-secret');
    expect(await refusal(signed(valid, {}, 'other-secret-other-secret-other-secret'), two)).toBe('accepted');
    expect(await refusal(signed(valid), two)).toBe('Invalid token');
  });

  it.each(['', '.', 'a.b.c', 'x'.repeat(10_000), `${encode({ alg: 'HS256' })}.e30`, '\u0000'])(
    'that is malformed is refused: %j',
    async (text) => {
      expect(await refusal(text)).toBe('Invalid token');
    },
  );

  it('with claims that are not an object is refused', async () => {
    expect(await refusal(signed([]))).toBe('Invalid token');
    expect(await refusal(signed('"text"'))).toBe('Invalid token');
  });

  it('changed after signing is refused', async () => {
    const [header, , signature] = signed(valid).split('.');
    expect(await refusal(`${header}.${encode({ ...valid, tenant: 'other' })}.${signature}`)).toBe('Invalid token');
  });
});
