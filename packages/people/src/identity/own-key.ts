import { createPrivateKey } from 'node:crypto';
import { pemOf } from './certificate.ts';
import type { SettingsOfKind } from './sign-in-provider.ts';

const yearMs = 365.25 * 24 * 60 * 60 * 1_000;
/** Providers compare the key and not its end, which would come without a warning. */
const validForMs = 20 * yearMs;

interface OwnKey {
  readonly name: string;
  readonly now: number;
}

interface SettingsWithKey {
  readonly settings: SettingsOfKind['settings'];
  /** Private key in PEM; absent where no requests are signed. */
  readonly ownKey: string | undefined;
}

/** Writes settings as they are kept: with the certificate of our key where requests are signed, and the key, which is made on demand. */
export async function ownKeyFor(
  { kind, settings }: SettingsOfKind,
  known: string | undefined,
  { name, now }: OwnKey,
): Promise<SettingsWithKey> {
  if (kind !== 'saml') return { settings, ownKey: undefined };
  const { ownCertificate, ...others } = settings;
  const kept = { ...others, certificates: settings.certificates.map(pemOf) };
  if (!settings.signsRequests) return { settings: kept, ownKey: undefined };
  if (known !== undefined && ownCertificate !== undefined) {
    return { settings: { ...kept, ownCertificate }, ownKey: known };
  }
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: `Orrery ${name}` }], {
    keyType: 'rsa',
    keySize: 2_048,
    algorithm: 'sha256', // the library's default is SHA-1
    notBeforeDate: new Date(now),
    notAfterDate: new Date(now + validForMs),
  });
  const ownKey = createPrivateKey(made.private).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { settings: { ...kept, ownCertificate: pemOf(made.cert) }, ownKey };
}
