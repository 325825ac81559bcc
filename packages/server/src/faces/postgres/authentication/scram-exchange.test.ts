import { execFile } from 'node:child_process';
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { promisify } from 'node:util';
import { readScramVerifier, scramVerifierText, type ScramVerifier } from '@orrery/config';
import pg from 'pg';
import { expect, it } from 'vitest';
import { saslServer } from './sasl-server-for-test.ts';
import { type ScramExchange, scramExchange } from './scram-exchange.ts';

const run = promisify(execFile);

async function verifierOf(password: string, salt?: Uint8Array): Promise<ScramVerifier> {
  const verifier = readScramVerifier(await scramVerifierText(password, salt));
  if (!verifier) throw new Error('a verifier that is made is read');
  return verifier;
}

/** The example of RFC 7677, section 3. */
const example = {
  salt: Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'),
  nonce: '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0',
  first: 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO',
  serverFirst: 'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096',
  last: 'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  serverLast: 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
};

const mechanism = 'SCRAM-SHA-256';

async function exampleExchange(password = 'pencil', endPoint?: Uint8Array): Promise<ScramExchange> {
  const verifier = await verifierOf(password, example.salt);
  return scramExchange({ verifier, nonce: example.nonce, endPoint });
}

it('exchanges the messages of RFC 7677', async () => {
  const exchange = await exampleExchange();
  expect(exchange.mechanisms).toEqual([mechanism]);
  expect(exchange.begin(mechanism, Buffer.from(example.first))).toEqual({
    kind: 'continue',
    message: example.serverFirst,
  });
  const end = { kind: 'accepted', message: example.serverLast };
  expect(exchange.finish(Buffer.from(example.last))).toEqual(end);
  expect(exchange.finish(Buffer.from(example.last))).toMatchObject({ kind: 'malformed' });
  const other = await exampleExchange('pencils');
  other.begin(mechanism, Buffer.from(example.first));
  expect(other.finish(Buffer.from(example.last))).toEqual({ kind: 'wrong' });
});

it.each([
  ['nothing', ''],
  ['no nonce', 'n,,n=user'],
  ['an empty nonce', 'n,,n=user,r='],
  ['another identity', 'n,a=admin,n=user,r=abc'],
  ['an unknown extension', 'n,,m=x,n=user,r=abc'],
  ['a channel binding that was not offered', 'p=tls-server-end-point,,n=user,r=abc'],
  ['a long text', `n,,n=user,r=${'a'.repeat(2000)}`],
  ['bytes that are no text', Buffer.from([0x6e, 0x2c, 0x2c, 0xff, 0xfe])],
])('refuses a first message with %s', async (_, message) => {
  const exchange = await exampleExchange();
  expect(exchange.begin(mechanism, Buffer.from(message))).toMatchObject({ kind: 'malformed' });
  expect(exchange.finish(Buffer.from(example.last))).toMatchObject({ kind: 'malformed' });
});

it.each([
  ['another mechanism', 'SCRAM-SHA-1'],
  ['the mechanism with a binding, where none was offered', 'SCRAM-SHA-256-PLUS'],
])('refuses %s', async (_, name) => {
  const exchange = await exampleExchange();
  expect(exchange.begin(name, Buffer.from(example.first))).toMatchObject({ kind: 'malformed' });
});

it.each([
  ['nothing', ''],
  ['another nonce', example.last.replace('Nlf', 'x').replace('hNlF$k0', 'hNlF$k1')],
  ['another channel binding', example.last.replace('c=biws', 'c=eSws')],
  ['no proof', example.last.replace(/,p=.*/, '')],
  ['a short proof', example.last.replace(/,p=.*/, ',p=AAAA')],
])('refuses a last message with %s', async (_, message) => {
  const exchange = await exampleExchange();
  exchange.begin(mechanism, Buffer.from(example.first));
  expect(exchange.finish(Buffer.from(message))).toMatchObject({ kind: 'malformed' });
});

it('refuses a client that was not shown the offered channel binding, and takes one that binds', async () => {
  const endPoint = createHash('sha256').update('a certificate').digest();
  const down = await exampleExchange('pencil', endPoint);
  expect(down.mechanisms).toEqual(['SCRAM-SHA-256-PLUS', mechanism]);
  expect(down.begin(mechanism, Buffer.from('y,,n=user,r=abc'))).toMatchObject({ kind: 'malformed' });
  for (const [end, kind] of [
    [endPoint, 'accepted'],
    [endPoint.map((byte) => byte ^ 1), 'malformed'],
  ] as const) {
    const exchange = await exampleExchange('pencil', endPoint);
    const header = 'p=tls-server-end-point,,';
    const begun = exchange.begin('SCRAM-SHA-256-PLUS', Buffer.from(`${header}n=,r=abc`));
    if (begun.kind !== 'continue') throw new Error('the first message is right');
    const binding = Buffer.concat([Buffer.from(header), end]).toString('base64');
    const last = `c=${binding},r=abc${example.nonce}`;
    const proof = proofOf('pencil', `n=,r=abc,${begun.message},${last}`);
    expect(exchange.finish(Buffer.from(`${last},p=${proof}`))).toMatchObject({ kind });
  }
});

/** The proof of a client. */
function proofOf(password: string, authMessage: string): string {
  const salted = pbkdf2Sync(password, example.salt, 4096, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest();
  const signature = createHmac('sha256', storedKey).update(authMessage).digest();
  return Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0))).toString('base64');
}

const passwords = ['pencil', 'Grüße aus Wien', '\u2168 und \u00a0 mehr', 'a\'b"c\\ d'];

it.each(passwords)('lets psql and node-pg in with the password %j', async (password) => {
  const verifier = await verifierOf(password);
  const server = await saslServer(() => scramExchange({ verifier }));
  const psql = (user: string, secret: string) =>
    run('psql', ['-h', '127.0.0.1', '-p', String(server.port), '-U', user, '-d', 'x', '-c', ';'], {
      env: {
        PATH: process.env['PATH'],
        PGPASSWORD: secret,
        PGSSLMODE: 'disable',
        PGGSSENCMODE: 'disable',
        PGCONNECT_TIMEOUT: '10',
        LC_ALL: 'C.UTF-8',
      },
    });
  await psql('bi', password);
  await expect(psql('bi', `${password}.`)).rejects.toThrow('password authentication failed');
  const settings = { host: '127.0.0.1', port: server.port, database: 'x', user: 'bi' };
  const client = new pg.Client({ ...settings, password });
  await client.connect();
  await client.query('');
  await client.end();
  await expect(new pg.Client({ ...settings, password: 'other' }).connect()).rejects.toMatchObject({ code: '28P01' });
  expect(server.ends).toEqual(['accepted', 'wrong', 'accepted', 'wrong']);
});
