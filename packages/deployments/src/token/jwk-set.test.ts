import { createServer, type RequestListener } from 'node:http';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Unauthorized } from '../../../kernel/src/failure/errors.ts';
import { type FetchedJwkSet, fetchJwkSet } from './fetch-jwk-set.ts';
import { JwkSet } from './jwk-set.ts';
import { readJwkSet } from './read-jwk-set.ts';
import { TokenVerifier } from './token-verifier.ts';
import { eventually } from '../../../../tests/eventually.ts';
import { currentRequest, withinRequest } from '../../../kernel/src/scope/request-scope.ts';
import { isKnock } from '../../../../tests/servers/is-knock.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsaOfLater = generateKeyPairSync('rsa', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = generateKeyPairSync('ed25519');
const minute = 60_000;

const jwk = (key: KeyObject, more: object) => ({ ...key.export({ format: 'jwk' }), use: 'sig', ...more });
const setOf = (...keys: readonly object[]) => JSON.stringify({ keys });
const first = jwk(rsa.publicKey, { kid: 'first', alg: 'RS256' });
const second = jwk(rsaOfLater.publicKey, { kid: 'second', alg: 'RS256' });

let clock: { time: number; now(): number };
let served: { text: string; freshForMs: number } | Error;
let fetches: number;
let warnings: unknown[];

beforeEach(() => {
  clock = { time: Date.UTC(2026, 5, 17), now: () => clock.time };
  served = { text: setOf(first), freshForMs: 10 * minute };
  fetches = 0;
  warnings = [];
});

async function fetchServed(): Promise<FetchedJwkSet> {
  fetches += 1;
  if (served instanceof Error) throw served;
  return served;
}

const makeSet = (algorithms = ['RS256']) =>
  new JwkSet('https://issuer.example.com/keys', algorithms, {
    clock,
    log: { warn: (details) => warnings.push(details) },
    fetch: fetchServed,
  });

function makeVerifier(set = makeSet(), algorithms = ['RS256']): TokenVerifier {
  return new TokenVerifier({ algorithms, scopes: ['data'] }, set, clock);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(header: object, key: KeyObject = rsa.privateKey, hash: string | null = 'sha256'): string {
  const input = `${encode({ alg: 'RS256', kid: 'first', ...header })}.${encode({ exp: clock.time / 1000 + 36_000 })}`;
  const options = key.asymmetricKeyType === 'ec' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
  return `${input}.${sign(hash, Buffer.from(input), options).toString('base64url')}`;
}

const outcome = (verifier: TokenVerifier, token: string) =>
  verifier.verify(token).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Unauthorized ? error.message : error),
  );

describe('a token signed by an issuer', () => {
  it('is checked with the key it names, which is fetched once', async () => {
    const verifier = makeVerifier();
    const answers = await Promise.all([1, 2, 3].map(() => outcome(verifier, signed({}))));
    expect(answers).toEqual(['accepted', 'accepted', 'accepted']);
    expect(fetches).toBe(1);
  });

  it.each([
    ['no name', undefined],
    ['an empty name', ''],
    ['a name that is no text', ['first']],
    ['a path', '../../dev/null'],
    ['a statement', "first' OR '1'='1"],
    ['an address', 'http://127.0.0.1:1/keys'],
    ['the name of what every object has', '__proto__'],
    ['the name of what every object has, again', 'constructor'],
  ])('with %s is refused', async (_, kid) => {
    expect(await outcome(makeVerifier(), signed({ kid }))).toBe('Invalid token');
    expect(fetches).toBe(1);
  });

  it('with another key of the set than it names is refused', async () => {
    served = { text: setOf(first, second), freshForMs: minute };
    expect(await outcome(makeVerifier(), signed({ kid: 'second' }))).toBe('Invalid token');
    expect(await outcome(makeVerifier(), signed({ kid: 'second' }, rsaOfLater.privateKey))).toBe('accepted');
  });

  it.each(['none', 'HS256', 'RS384', 'PS256', 'ES256'])('that names the algorithm %s is refused', async (alg) => {
    expect(await outcome(makeVerifier(), signed({ alg }))).toBe('Invalid token');
  });

  it('is accepted with the algorithm that fits its key and the settings', async () => {
    const algorithms = ['RS256', 'ES256', 'EdDSA'];
    const keys = [jwk(elliptic.publicKey, { kid: 'ec' }), jwk(edwards.publicKey, { kid: 'ed' })];
    served = { text: setOf(first, ...keys), freshForMs: minute };
    const verifier = makeVerifier(makeSet(algorithms), algorithms);
    expect(await outcome(verifier, signed({ alg: 'ES256', kid: 'ec' }, elliptic.privateKey))).toBe('accepted');
    expect(await outcome(verifier, signed({ alg: 'EdDSA', kid: 'ed' }, edwards.privateKey, null))).toBe('accepted');
    expect(await outcome(verifier, signed({ alg: 'ES256', kid: 'first' }, elliptic.privateKey))).toBe('Invalid token');
    expect(await outcome(verifier, signed({ alg: 'RS256', kid: 'ec' }))).toBe('Invalid token');
  });
});

describe('the key set', () => {
  it('is fetched again for a missing key, once it is older than a minute', async () => {
    const verifier = makeVerifier();
    await outcome(verifier, signed({}));
    served = { text: setOf(first, second), freshForMs: 10 * minute };
    const token = signed({ kid: 'second' }, rsaOfLater.privateKey);
    clock.time += minute;
    expect(await outcome(verifier, token)).toBe('Invalid token');
    expect(fetches).toBe(1);
    clock.time += 1;
    expect(await outcome(verifier, token)).toBe('accepted');
    expect(fetches).toBe(2);
  });

  it('is fetched in the background at half of its lifetime, and refuses removed keys from then on', async () => {
    const verifier = makeVerifier();
    const token = signed({});
    await outcome(verifier, token);
    served = { text: setOf(second), freshForMs: 10 * minute };
    clock.time += 5 * minute;
    expect(await outcome(verifier, token)).toBe('accepted');
    await eventually(() => expect(fetches).toBe(2));
    expect(await outcome(verifier, token)).toBe('Invalid token');
  });

  it('is fetched outside any request, because other requests need it too', async () => {
    const scopes: unknown[] = [];
    const set = new JwkSet('https://issuer.example.com/keys', ['RS256'], {
      clock,
      log: { warn: () => undefined },
      fetch: () => {
        scopes.push(currentRequest());
        return fetchServed();
      },
    });
    await withinRequest('r-1', () => set.current());
    expect(scopes).toEqual([undefined]);
  });

  it('keeps its verified tokens when it is fetched again unchanged', async () => {
    const set = makeSet();
    const ring = await set.current();
    clock.time += 10 * minute;
    expect(await set.current()).toBe(ring);
    expect(fetches).toBe(2);
  });

  it('that cannot be fetched stays valid for its lifetime, and the log says why', async () => {
    const verifier = makeVerifier();
    await outcome(verifier, signed({}));
    served = new Error('the issuer is down');
    clock.time += 9 * minute;
    expect(await outcome(verifier, signed({}))).toBe('accepted');
    await eventually(() => expect(warnings).toEqual([{ err: served }]));
    clock.time += minute;
    expect(await outcome(verifier, signed({}))).toBe('Invalid token');
    served = { text: setOf(first), freshForMs: minute };
    clock.time += 1000;
    expect(await outcome(verifier, signed({}))).toBe('accepted');
  });

  it('that cannot be fetched is not requested by every request', async () => {
    served = new Error('the issuer is down');
    const verifier = makeVerifier();
    for (let times = 0; times < 10; times += 1) expect(await outcome(verifier, signed({}))).toBe('Invalid token');
    expect(fetches).toBe(1);
  });

  it('is stale when the clock was set back', async () => {
    const verifier = makeVerifier();
    await outcome(verifier, signed({}));
    clock.time -= 24 * 60 * minute;
    await outcome(verifier, signed({}));
    expect(fetches).toBe(2);
  });

  it.each([
    ['no JSON', 'keys'],
    ['no list', '{"keys":{}}'],
    ['a key without a name', setOf({ ...first, kid: undefined })],
    ['a key for encryption', setOf({ ...first, use: 'enc' })],
    ['a key that may only sign', setOf({ ...first, key_ops: ['sign'] })],
    ['a shared secret', setOf({ kty: 'oct', kid: 'first', alg: 'HS256', k: 'AAAA' })],
    ['a key of another algorithm', setOf({ ...first, alg: 'RS512' })],
    ['a key whose numbers are none', setOf({ ...first, n: '!' })],
    [
      'a key that is too short',
      setOf(jwk(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey, { kid: 'first' })),
    ],
  ])('with %s is refused', async (_, text) => {
    expect(() => readJwkSet(text, ['RS256'])).toThrow();
    served = { text, freshForMs: minute };
    expect(await outcome(makeVerifier(), signed({}))).toBe('Invalid token');
  });
});

describe('fetching a key set', () => {
  let respond: RequestListener;
  let requests: number;
  let url: string;
  let close: () => void;

  beforeEach(async () => {
    requests = 0;
    const server = createServer((request, response) => {
      if (!isKnock(request)) requests += 1;
      respond(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/keys`;
    close = () => {
      server.close();
      server.closeAllConnections();
    };
  });

  afterEach(() => close());

  it.each([
    [undefined, 5 * minute],
    ['public, max-age=900', 15 * minute],
    ['max-age="900"', 15 * minute],
    ['s-maxage=900', 5 * minute],
    ['max-age=0', minute],
    ['no-store', 5 * minute],
    ['max-age=9999999999', 24 * 60 * minute],
    ['max-age=never', 5 * minute],
  ])('keeps it for as long as %j allows, within bounds', async (header, freshForMs) => {
    respond = (_request, response) => {
      if (header !== undefined) response.setHeader('cache-control', header);
      response.end(setOf(first));
    };
    expect(await fetchJwkSet(url)).toEqual({ text: setOf(first), freshForMs });
  });

  it('tries three times', async () => {
    respond = (_request, response) => {
      response.statusCode = requests < 3 ? 503 : 200;
      response.end(setOf(first));
    };
    expect((await fetchJwkSet(url)).text).toBe(setOf(first));
    expect(requests).toBe(3);
    requests = 0;
    respond = (_request, response) => response.writeHead(500).end();
    await expect(fetchJwkSet(url)).rejects.toThrow('the server of the key set answers 500');
    expect(requests).toBe(3);
  });

  it('follows no redirect', async () => {
    let visits = 0;
    const elsewhere = createServer((request, response) => {
      if (!isKnock(request)) visits += 1;
      response.end(setOf(first));
    });
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
    onTestFinished(() => void elsewhere.close());
    const address = elsewhere.address();
    const location = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/keys`;
    for (const status of [301, 302, 303, 307, 308]) {
      respond = (_request, response) => response.writeHead(status, { location }).end();
      await expect(fetchJwkSet(url)).rejects.toThrow();
    }
    expect(visits).toBe(0);
  });

  it('stops reading when the set is too large', async () => {
    let isOver = false;
    respond = (_request, response) => {
      const piece = 'x'.repeat(64 * 1024);
      const write = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', write).on('close', () => (isOver = true));
      write();
    };
    await expect(fetchJwkSet(url)).rejects.toThrow('the key set has more than 524288 bytes');
    await eventually(() => expect(isOver).toBe(true));
  });
});
