import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSamlKey } from '../../sso/saml-message.ts';
import { bringSaml, type WireSamlProvider } from '../../sso/saml-service.ts';
import { SsoBrowser } from '../../sso/sso-browser.ts';
import { SsoService } from '../../sso/sso-service.ts';

const here = import.meta.dirname;
const run = promisify(execFile);
const attributes = { uid: 'gina', mail: 'gina@example.com', givenName: 'Gina', sn: 'Berg' };
const gcm = ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'aes-256'] as const;
const cbc = ['http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'aes-128'] as const;

let folder: string;
let child: ChildProcess;
/** Address of the provider. */
let there: string;
let sso: SsoService;

/*
 * `npm run prove -- --only python` runs this: it installs the packages of `saml-requirements.txt` in a folder of its own.
 * pysaml2 signs and encrypts by the program `xmlsec1`, which must be there (Debian: apt-get install xmlsec1).
 */
beforeAll(async () => {
  sso = await SsoService.open({ now: () => Date.now() });
  folder = await mkdtemp(join(tmpdir(), 'orrery-python-'));
  const requirements = join(here, 'saml-requirements.txt');
  await run('xmlsec1', ['--version']);
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  await run(join(folder, 'venv/bin/pip'), ['install', '--quiet', '--no-deps', '-r', requirements]);
  const { key, cert } = await makeSamlKey();
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await Promise.all([writeFile(keyFile, key, { mode: 0o600 }), writeFile(certificateFile, cert)]);
  const script = [join(here, 'saml_provider.py'), keyFile, certificateFile];
  child = spawn(join(folder, 'venv/bin/python'), script, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout ?? child, 'data');
  there = String(line).trim();
});

afterAll(async () => {
  child?.kill('SIGKILL');
  await sso?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Sets it up by its metadata, and gives it ours. */
async function addProvider(given: object = {}): Promise<WireSamlProvider> {
  const read = await sso.ask('POST', '/saml-metadata', { url: `${there}/metadata` });
  expect(read.status, read.text).toBe(200);
  const settings = { ...JSON.parse(read.text).settings, emailIsVerified: true, ...given };
  const made = await sso.addProvider({ kind: 'saml', name: 'Python', settings });
  if (made.kind !== 'saml') throw new Error('it is of another kind');
  await fetch(`${there}/service`, { method: 'POST', body: await (await fetch(made.metadataUri ?? '')).text() });
  return made;
}

/** Signs in from the button on, as a browser does that sends the form of the provider. */
async function signIn(provider: WireSamlProvider, behaviour: object) {
  const body = JSON.stringify({ person: 'p-1', attributes, algorithm: 'SHA-256', ...behaviour });
  await fetch(`${there}/behave`, { method: 'POST', body });
  const browser = new SsoBrowser();
  const { text } = await browser.open(sso.start(provider.key));
  const [, message] = /name="SAMLResponse" value="([^"]*)"/.exec(text) ?? [];
  if (message === undefined) throw new Error(`the provider answers ${text.slice(0, 500)}`);
  const xml = Buffer.from(message, 'base64').toString();
  const { hasSession, sentence } = await bringSaml(sso, provider, xml, { browser });
  const me = await browser.open(`${sso.origin}/api/v1/users/me`);
  return { xml, hasSession, sentence, user: me.status === 200 ? JSON.parse(me.text) : undefined };
}

describe('pysaml2', () => {
  it.each([
    ['SHA-256', ['Response']],
    ['SHA-256', ['Assertion']],
    ['SHA-256', ['Response', 'Assertion']],
    ['SHA-1', ['Response']],
    ['SHA-1', ['Assertion']],
  ] as const)('signs by %s: %j', async (algorithm, signs) => {
    const { hasSession, xml, user } = await signIn(await addProvider(), { algorithm, signs });
    expect([hasSession, xml.match(/<\w+:Signature /g)?.length]).toEqual([true, signs.length]);
    expect(user).toMatchObject({ username: 'gina', email: 'gina@example.com', displayName: 'Gina Berg' });
  });

  it('signs nothing, as it comes, and is refused', async () => {
    const { hasSession, sentence } = await signIn(await addProvider(), { signs: [] });
    expect([hasSession, sentence]).toEqual([false, 'The answer of Python cannot be trusted. Ask an administrator.']);
  });

  it('demands signed requests, and verifies them by our metadata', async () => {
    const behaviour = { signs: ['Assertion'], demands: true };
    const { hasSession } = await signIn(await addProvider({ signsRequests: true }), behaviour);
    expect(hasSession).toBe(true);
    await expect(signIn(await addProvider(), behaviour)).rejects.toThrow('IncorrectlySigned');
  });

  it.each([
    ['AES-GCM', gcm, ['Assertion']],
    ['AES-GCM', gcm, ['Response']],
    ['AES-GCM', gcm, ['Response', 'Assertion']],
    ['AES-CBC', cbc, ['Response']],
  ] as const)('encrypts by %s (%j), signed: %j', async (_, cipher, signs) => {
    const provider = await addProvider({ wantsEncryptedAssertions: true });
    const { hasSession, xml, sentence } = await signIn(provider, { cipher, signs });
    expect(xml).toContain('EncryptedAssertion');
    expect(xml).not.toContain('gina');
    expect({ hasSession, sentence }).toMatchObject({ hasSession: true });
  });

  it.each([
    ['AES-CBC, and signs the assertion alone', cbc, /^Python encrypts by AES-CBC and does not sign the response/],
    ['Triple DES, as it comes', 'as it comes', /^Python encrypts by '\S+#tripledes-cbc', which is not read here/],
  ] as const)('encrypts by %s, and is refused', async (_, cipher, expected) => {
    const provider = await addProvider({ wantsEncryptedAssertions: true });
    const { hasSession, sentence } = await signIn(provider, { cipher, signs: ['Assertion'] });
    expect(hasSession).toBe(false);
    expect(sentence).toMatch(expected);
  });
});
