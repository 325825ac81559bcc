import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a self-signed certificate for a host, which is its own authority. @param days of its validity from now on */
export function makeCertificate(folder: string, host: string, days = 2): CertificateFiles {
  const [key, certificate] = [join(folder, `${host}.key`), join(folder, `${host}.pem`)];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const parameters = ['req', '-x509', ...curve, ...subject, '-days', String(days), '-keyout', key, '-out', certificate];
  execFileSync('openssl', parameters, { stdio: 'ignore' });
  chmodSync(key, 0o644); // a server may run as a system user of its own
  return { key, certificate };
}
