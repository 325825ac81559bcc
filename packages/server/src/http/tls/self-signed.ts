import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { CertificateSource, TlsMaterial } from './certificate-source.ts';

const dayMs = 24 * 60 * 60 * 1000;
const validForMs = 365 * dayMs;
/** A certificate with less time left than this is replaced. */
const renewBeforeMs = 7 * dayMs;
const everyMs = 60 * 60 * 1000;

export interface SelfSignedSettings {
  /** Keeps the certificate for the next start. */
  readonly dataDirectory: string;
  /** Host in the certificate, in addition to localhost. */
  readonly host: string;
  readonly clock: { now(): number };
}

/** A self-signed certificate: reused while valid, created when missing and a week before it expires. */
export function selfSigned(settings: SelfSignedSettings): CertificateSource {
  const { dataDirectory, host, clock } = settings;
  const files = { cert: join(dataDirectory, 'self-signed.crt'), key: join(dataDirectory, 'self-signed.key') };
  return {
    everyMs,
    read: async () => {
      const kept = await keptMaterial(files);
      if (kept && isUsable(kept, host, clock.now() + renewBeforeMs)) return kept;
      const made = await make(host, clock.now());
      await writeFile(files.key, made.key, { mode: 0o600 });
      await writeFile(files.cert, made.cert);
      return made;
    },
  };
}

async function make(host: string, now: number): Promise<TlsMaterial> {
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256', // the library's default is SHA-1, which clients refuse
    notBeforeDate: new Date(now),
    notAfterDate: new Date(now + validForMs),
    extensions: [{ name: 'subjectAltName', altNames: alternativeNames(host) }],
  });
  return { cert: made.cert, key: made.private };
}

async function keptMaterial(files: Readonly<Record<'cert' | 'key', string>>): Promise<TlsMaterial | undefined> {
  try {
    return { cert: await readFile(files.cert, 'utf8'), key: await readFile(files.key, 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Files that a crash left half written are as good as none. */
function isUsable({ cert, key }: TlsMaterial, host: string, until: number): boolean {
  try {
    const parsed = new X509Certificate(cert);
    const namesHost = (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host)) !== undefined;
    return namesHost && Date.parse(parsed.validTo) > until && parsed.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function alternativeNames(host: string) {
  const names = [...new Set([host, 'localhost', '127.0.0.1', '::1'])];
  return names.map((name) => (isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name }));
}
