import type { Transport } from '@orrery/config';
import { certificateFiles } from './certificate-files.ts';
import type { CertificateSource, TlsMaterial } from './certificate-source.ts';
import { selfSigned, type SelfSignedSettings } from './self-signed.ts';

/** A certificate to start with, and the source of the next. */
export interface OpenCertificate {
  readonly source: CertificateSource;
  readonly material: TlsMaterial;
}

/** @throws OperatorError when the files hold no pair that can be used */
export async function openCertificate(
  transport: Exclude<Transport, { readonly kind: 'plain' }>,
  settings: SelfSignedSettings,
): Promise<OpenCertificate> {
  const source =
    transport.kind === 'files' ? certificateFiles(transport.certificateFile, transport.keyFile) : selfSigned(settings);
  return { source, material: await source.read() };
}
