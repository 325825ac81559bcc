import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { ServerTls } from '@orrery/engines';
import { didYouMean } from '@orrery/kernel';
import type { PositionedYaml, YamlEntry } from '../positioned-yaml.ts';
import { isWithin } from '../within-folder.ts';
import type { SourcePlace } from './source-place.ts';

/** PostgreSQL's names of the modes, without those that fall back to an unencrypted connection. */
export const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

export const sslMeanings: Readonly<Record<SslMode, ServerTls['mode']>> = {
  disable: 'off',
  require: 'encrypted',
  'verify-ca': 'trusted',
  'verify-full': 'verified',
};

interface SslContext extends SourcePlace {
  readonly host: string | undefined;
  /** The mode in the URL, where the URL can hold one. */
  readonly urlMode: SslMode | undefined;
}

/**
 * Reads how the connection is encrypted. By default a server on this machine needs no encryption, and any other must
 * prove its identity.
 */
export function readSsl(
  yaml: PositionedYaml,
  entry: YamlEntry | undefined,
  { where, directory, isForeign = false, host, urlMode }: SslContext,
): ServerTls | undefined {
  let mode = urlMode;
  let authorities: string | undefined;
  let caEntry: YamlEntry | undefined;
  for (const item of yaml.entries(entry?.value ?? null, `ssl of ${where}`, ['mode', 'ca'])) {
    if (item.key === 'ca') {
      caEntry = item;
      authorities = readCertificates(yaml, item, { directory, isForeign });
      continue;
    }
    const text = yaml.text(item);
    if (text === undefined) continue;
    if (!isSslMode(text)) {
      yaml.refuse(
        item.value,
        `There is no ssl mode '${text}'; there is ${sslModes.join(', ')}.`,
        didYouMean(text, sslModes),
      );
    } else if (urlMode !== undefined) {
      yaml.refuse(item.value, "'mode' is given here and as sslmode in the URL; remove one of them.");
    } else mode = text;
  }
  const settled = mode ?? defaultSslMode(host);
  if (caEntry && (settled === 'disable' || settled === 'require')) {
    yaml.refuse(caEntry.keyNode, `'ca' says whom to trust, but with the mode ${settled} the server is not verified.`);
  }
  return { mode: sslMeanings[settled], ...(authorities === undefined ? {} : { authorities }) };
}

/** @param host `undefined` when the host itself is wrong */
export function defaultSslMode(host: string | undefined): SslMode {
  return host !== undefined && isThisMachine(host) ? 'disable' : 'verify-full';
}

export function isSslMode(text: string): text is SslMode {
  return sslModes.some((mode) => mode === text);
}

/** Reads a file of the project with certificates (PEM). */
export function readCertificates(
  yaml: PositionedYaml,
  entry: YamlEntry,
  { directory, isForeign = false }: Pick<SourcePlace, 'directory' | 'isForeign'>,
): string | undefined {
  const path = yaml.text(entry);
  if (path === undefined) return undefined;
  if (isForeign && !isWithin(directory, path)) {
    yaml.refuse(entry.value, `The file '${path}' is not in the project.`);
    return undefined;
  }
  try {
    const text = readFileSync(resolve(directory, path), 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    yaml.refuse(entry.value, `The file '${path}' holds no certificate (PEM).`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    yaml.refuse(entry.value, `The file '${path}' cannot be read: ${code}.`);
  }
  return undefined;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
