import { createPrivateKey } from 'node:crypto';
import { pemOf } from './certificate.ts';
import type { SettingsOfKind } from './sign-in-provider.ts';

const yearMs = 365.25 * 24 * 60 * 60 * 1_000;
/** Providers compare the key and not its end, which would come without a warning. */
const validForMs = 20 * yearMs;
/** The key of now and the one before, by which a provider may still encrypt. */
const mostDecryptionKeys = 2;

/** Private keys of ours for one provider, in PEM. */
export interface OwnKeys {
  /** The key that requests are signed by; absent where none are. */
  readonly ownKey?: string | undefined;
  /** Keys that the provider encrypts for, the newest first. */
  readonly decryptionKeys?: readonly string[] | undefined;
}

interface KeyName {
  readonly name: string;
  readonly now: number;
}

interface SettingsWithKeys extends OwnKeys {
  readonly settings: SettingsOfKind['settings'];
}

/**
 * Writes settings as they are kept: with the certificates of our keys, which are made on demand. A key for signatures is
 * forgotten with its setting. One for encryption is kept, and is tried after the next one, so that a key can be replaced.
 */
export async function ownKeysFor(
  { kind, settings }: SettingsOfKind,
  known: OwnKeys,
  { name, now }: KeyName,
): Promise<SettingsWithKeys> {
  if (kind !== 'saml') return { settings, ownKey: undefined, decryptionKeys: undefined };
  const { ownCertificate, encryptionCertificate, ...others } = settings;
  const { signsRequests, wantsEncryptedAssertions } = settings;
  const signing = signsRequests
    ? await keptOrMade({ certificate: ownCertificate, key: known.ownKey }, { name, now })
    : undefined;
  const { decryptionKeys: before = [] } = known;
  const [latest] = before;
  const decrypting = wantsEncryptedAssertions
    ? await keptOrMade({ certificate: encryptionCertificate, key: latest }, { name: `${name} encryption`, now })
    : undefined;
  const isNew = decrypting !== undefined && decrypting.key !== latest;
  const decryptionKeys = isNew ? [decrypting.key, ...before].slice(0, mostDecryptionKeys) : before;
  return {
    settings: {
      ...others,
      certificates: settings.certificates.map(pemOf),
      ...(signing ? { ownCertificate: signing.certificate } : {}),
      ...(decrypting ? { encryptionCertificate: decrypting.certificate } : {}),
    },
    ownKey: signing?.key,
    decryptionKeys: decryptionKeys.length === 0 ? undefined : decryptionKeys,
  };
}

interface KeyWithCertificate {
  readonly certificate: string;
  readonly key: string;
}

async function keptOrMade(
  { certificate, key }: { readonly [Name in keyof KeyWithCertificate]: string | undefined },
  { name, now }: KeyName,
): Promise<KeyWithCertificate> {
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: `Orrery ${name}` }], {
    keyType: 'rsa',
    keySize: 2_048,
    algorithm: 'sha256', // the library's default is SHA-1
    notBeforeDate: new Date(now),
    notAfterDate: new Date(now + validForMs),
  });
  const pem = createPrivateKey(made.private).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificate: pemOf(made.cert), key: pem };
}
