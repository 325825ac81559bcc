import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { OperatorError } from '../config/operator-error.ts';
import type { Transport } from '../config/http-settings.ts';

/** PEM texts. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

const validDays = 365;
/** A self-signed certificate is made anew when it has less than this left. */
const renewBeforeMs = 7 * 24 * 60 * 60 * 1000;

/** @param host named in a self-signed certificate, beside localhost */
export async function loadTls(
  transport: Transport,
  options: { readonly dataDirectory: string; readonly host: string; readonly clock: { now(): number } },
): Promise<TlsMaterial | undefined> {
  switch (transport.kind) {
    case 'plain':
      return undefined;
    case 'files':
      return readMaterial(transport.certificateFile, transport.keyFile);
    case 'self-signed':
      return selfSigned(options);
  }
}

function readMaterial(certificateFile: string, keyFile: string): TlsMaterial {
  try {
    const material = { cert: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(material);
    return material;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The certificate '${certificateFile}' with the key '${keyFile}' cannot be used: ${reason}`);
  }
}

async function selfSigned({ dataDirectory, host, clock }: Parameters<typeof loadTls>[1]): Promise<TlsMaterial> {
  const certificateFile = join(dataDirectory, 'self-signed.crt');
  const keyFile = join(dataDirectory, 'self-signed.key');
  const kept = keptMaterial(certificateFile, keyFile);
  if (kept && isUsable(kept.cert, host, clock.now() + renewBeforeMs)) return kept;
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256', // the library's default is SHA-1, which clients refuse
    notBeforeDate: new Date(clock.now()),
    notAfterDate: new Date(clock.now() + validDays * 24 * 60 * 60 * 1000),
    extensions: [{ name: 'subjectAltName', altNames: alternativeNames(host) }],
  });
  writeFileSync(keyFile, made.private, { mode: 0o600 });
  writeFileSync(certificateFile, made.cert);
  return { cert: made.cert, key: made.private };
}

function keptMaterial(certificateFile: string, keyFile: string): TlsMaterial | undefined {
  try {
    return { cert: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isUsable(certificate: string, host: string, until: number): boolean {
  const parsed = new X509Certificate(certificate);
  return (
    Date.parse(parsed.validTo) > until && (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host)) !== undefined
  );
}

function alternativeNames(host: string) {
  const names = [...new Set([host, 'localhost', '127.0.0.1', '::1'])];
  return names.map((name) => (isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name }));
}
