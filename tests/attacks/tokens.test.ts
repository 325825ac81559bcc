import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedService } from './attacked-service.ts';
import { isKnock } from '../servers/is-knock.ts';

const secret = 'the-secret-that-signs-the-tokens-of-this-service';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

let service: AttackedService;
let byPublicKey: AttackedService;
let byKeySet: AttackedService;
/** Paths that were requested from the issuer. */
const asked: (string | undefined)[] = [];
const issuer = createServer((request, response) => {
  if (!isKnock(request)) asked.push(request.url);
  response.end(JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'ours', use: 'sig' }] }));
});
/** Number of requests to the address in a token. */
let visits = 0;
const trap = createServer((request, response) => {
  if (!isKnock(request)) visits += 1;
  response.end('{"keys":[]}');
});
let trapUrl: string;

beforeAll(async () => {
  service = await AttackedService.open({ environment: { ORRERY_API_SECRET: secret } });
  byPublicKey = await AttackedService.open({ environment: { ORRERY_JWT_KEY: publicPem, ORRERY_JWT_ALGS: 'RS256' } });
  trapUrl = await listen(trap);
  byKeySet = await AttackedService.open({ environment: { ORRERY_JWK_URL: await listen(issuer) } });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/keys`;
}

afterAll(async () => {
  trap.close();
  issuer.close();
  await byKeySet?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  await byPublicKey?.[Symbol.asyncDispose]();
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

function signed(header: object, claims: object = { exp: inAnHour() }, key = secret): string {
  const input = `${encode({ typ: 'JWT', alg: 'HS256', ...header })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
}

const unsigned = (alg: string) => `${encode({ alg })}.${encode({ exp: inAnHour() })}.`;

/** Expects every route to give the same short refusal, without a statement and without a request to an issuer. */
async function expectRefused(token: string, by = service): Promise<void> {
  const before = by.statements;
  for (const route of ['load', 'sql', 'dry-run', 'explain', 'meta']) {
    for (const headers of [{ authorization: token }, { authorization: `Bearer ${token}` }]) {
      const answer = await by.get(`/cubejs-api/v1/${route}?query={"measures":["orders.count"]}`, headers);
      expect([answer.status, answer.text]).toEqual([401, '{"error":"Invalid token"}']);
    }
  }
  expect([by.statements - before, visits]).toEqual([0, 0]);
}

describe('a token of an issuer whose keys are public', () => {
  function issued(header: object, by = privateKey): string {
    const input = `${encode({ alg: 'RS256', kid: 'ours', ...header })}.${encode({ exp: inAnHour() })}`;
    return `${input}.${sign('sha256', Buffer.from(input), by).toString('base64url')}`;
  }

  it('is accepted, so the refusals below have their own reasons', async () => {
    expect((await byKeySet.get('/cubejs-api/v1/meta', { authorization: issued({}) })).status).toBe(200);
  });

  it.each([
    '../../../../dev/null',
    "ours' OR 1=1 --",
    '/keys',
    '',
    '__proto__',
    'http://127.0.0.1:1/keys',
    7,
    null,
    ['ours'],
    {},
  ])('that names its key %j is refused, and nothing is fetched, opened or asked for', async (kid) => {
    await expectRefused(issued({ kid }), byKeySet);
    await expectRefused(issued({ kid, jku: trapUrl, x5u: trapUrl }), byKeySet);
    await expectRefused(issued({ kid: trapUrl }), byKeySet);
    expect(asked).toEqual(['/keys']);
  });

  it('signed by a key that it brings itself is refused', async () => {
    const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = own.publicKey.export({ format: 'jwk' });
    for (const header of [{ jwk }, { jwk, kid: undefined }, { jku: trapUrl }, { jwk: { ...jwk, kid: 'ours' } }]) {
      await expectRefused(issued(header, own.privateKey), byKeySet);
    }
    expect(asked).toEqual(['/keys']);
  });

  it('signed with the public key as a shared secret is refused', async () => {
    for (const key of [publicPem, publicPem.trim(), JSON.stringify(publicKey.export({ format: 'jwk' })), '']) {
      for (const alg of ['HS256', 'RS256', 'none'])
        await expectRefused(signed({ alg, kid: 'ours' }, undefined, key), byKeySet);
    }
  });
});

describe('a token', () => {
  it('with the right secret is accepted, so the refusals below have their own reasons', async () => {
    const answer = await service.get('/cubejs-api/v1/meta', { authorization: signed({}) });
    expect(answer.status).toBe(200);
  });

  it.each(['none', 'None', 'nOnE', 'NONE', '', 'HS384', 'HS512', 'RS256'])(
    'that names the algorithm %j is refused',
    async (alg) => {
      await expectRefused(unsigned(alg));
      await expectRefused(signed({ alg }));
    },
  );

  it('signed with the public key as a shared secret is refused', async () => {
    for (const key of [
      publicPem,
      publicPem.trim(),
      publicKey.export({ type: 'spki', format: 'der' }).toString('latin1'),
    ]) {
      await expectRefused(signed({}, undefined, key), byPublicKey);
      await expectRefused(signed({ alg: 'RS256' }, undefined, key), byPublicKey);
    }
  });

  it('whose header names a key, an address or a file is checked with the configured key alone', async () => {
    const own = 'a-key-that-somebody-else-has-made-for-this';
    const jwk = { kty: 'oct', k: Buffer.from(own).toString('base64url') };
    const headers = [
      { kid: '../../../../dev/null' },
      { kid: "x' UNION SELECT 'key' --" },
      { kid: trapUrl },
      { jku: trapUrl },
      { x5u: trapUrl },
      { jwk },
      { x5c: [Buffer.from(own).toString('base64')] },
      { jwk, jku: trapUrl, kid: 'a' },
    ];
    for (const header of headers) {
      await expectRefused(signed(header, undefined, own));
      await expectRefused(signed(header, undefined, ' '));
    }
    expect((await service.get('/cubejs-api/v1/meta', { authorization: signed({ jku: trapUrl, jwk }) })).status).toBe(
      200,
    );
    expect(visits).toBe(0);
  });

  it('with unknown critical extensions is refused', () => expectRefused(signed({ crit: ['b64'], b64: false })));

  it.each<[string, object]>([
    ['expired', { exp: inAnHour() - 3600 - 61 }],
    ['not valid yet', { exp: inAnHour(), nbf: inAnHour() }],
    ['without an end', { sub: 'x' }],
    ['with an end as text', { exp: String(inAnHour()) }],
    ['with an end that is no date', { exp: 1e99 }],
    ['with an end between seconds', { exp: inAnHour() + 0.5 }],
  ])('%s is refused', (_, claims) => expectRefused(signed({}, claims)));

  it.each(['', '.', '..', 'e30.e30.', 'null', '\u00e9', '%00', 'x'.repeat(8000)])(
    'that is not a token is refused: %j',
    async (text) => {
      const answer = await service.get('/cubejs-api/v1/meta', { authorization: text });
      expect([answer.status, answer.body?.error]).toEqual([
        401,
        text === '' ? "Authorization header isn't set" : 'Invalid token',
      ]);
    },
  );

  it('of one deployment is refused by another, before any look-up', async () => {
    await expectRefused(signed({}), byPublicKey);
    await using other = await AttackedService.open();
    await expectRefused(other.served.token);
  });

  it.each(['aud', 'iss'])('must carry the %s that is configured', async (claim) => {
    const environment = { ORRERY_API_SECRET: secret, ORRERY_JWT_AUDIENCE: 'us', ORRERY_JWT_ISSUER: 'https://issuer' };
    await using strict = await AttackedService.open({ environment });
    const claims = { exp: inAnHour(), aud: 'us', iss: 'https://issuer' };
    expect((await strict.get('/cubejs-api/v1/meta', { authorization: signed({}, claims) })).status).toBe(200);
    await expectRefused(signed({}, { ...claims, [claim]: 'them' }), strict);
    await expectRefused(signed({}, { ...claims, [claim]: undefined }), strict);
    await expectRefused(signed({}, { ...claims, [claim]: { us: true } }), strict);
  });

  it('in the address or the body is not read', async () => {
    const token = signed({});
    const query = `query={"measures":["orders.count"]}`;
    for (const name of ['token', 'authorization', 'access_token', 'x-cube-authorization']) {
      const answer = await service.get(`/cubejs-api/v1/load?${query}&${name}=${token}`, { authorization: '' });
      expect([answer.status, answer.text]).toEqual([401, `{"error":"Authorization header isn't set"}`]);
      const body = JSON.stringify({ query: { measures: ['orders.count'] }, [name]: token });
      expect((await service.post(body, 'load', { authorization: '' })).status).toBe(401);
    }
  });
});
