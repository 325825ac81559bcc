import { X509Certificate } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { CertificateSource, TlsMaterial } from './certificate-source.ts';

export interface CertificateFollower {
  readonly source: CertificateSource;
  /** A change is checked again after this time, because its writer may not have finished. */
  readonly settleMs: number;
  /** The certificate in use when following begins. */
  readonly serving: TlsMaterial;
  readonly use: (material: TlsMaterial) => void;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * Follows a certificate that is replaced while the service runs.
 *
 * States: *settled* when the last read found the certificate in use, or a fault already reported; reads again at the
 * source's interval. *Unsettled* when the last read differs from the one before, as between writing the two files of a
 * pair; reads again soon. A pair read twice alike is used from then on; a fault read twice is reported once, and the
 * old pair stays.
 *
 * @returns a function that stops following
 */
export function followCertificate({ source, settleMs, serving, use, log }: CertificateFollower): () => void {
  let seen = nameOf(serving);
  let reported = seen;
  let isEnded = false;
  let timer = setTimeout(look, source.everyMs).unref();

  function look(): void {
    source
      .read()
      .then(
        (material) => settle(nameOf(material), () => serve(material)),
        (error: unknown) => settle(String(error), () => complain(error)),
      )
      .catch((error: unknown) => log.error({ err: error }, 'the certificate cannot be followed'))
      .finally(() => {
        if (!isEnded) timer = setTimeout(look, seen === reported ? source.everyMs : settleMs).unref();
      });
  }

  function settle(found: string, tell: () => void): void {
    const isSettled = found === seen;
    seen = found;
    if (isEnded || !isSettled || found === reported) return;
    reported = found;
    tell();
  }

  function serve(material: TlsMaterial): void {
    use(material);
    log.info(describe(material), 'new connections get this certificate');
  }

  function complain(error: unknown): void {
    log.error({ reason: error instanceof Error ? error.message : error }, 'the previous certificate keeps serving');
  }

  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

function nameOf({ cert, key }: TlsMaterial): string {
  return `${cert}\n${key}`;
}

function describe({ cert }: TlsMaterial) {
  const { subject, subjectAltName, validTo } = new X509Certificate(cert);
  return { subject, names: subjectAltName, endsAt: validTo };
}
