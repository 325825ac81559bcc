import { X509Certificate } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { CertificateSource, TlsMaterial } from './certificate-source.ts';

export interface CertificateFollower {
  readonly source: CertificateSource;
  /** What was found changed is looked at again after this long: its writer may still be at it. */
  readonly settleMs: number;
  /** What serves when following begins. */
  readonly serving: TlsMaterial;
  readonly use: (material: TlsMaterial) => void;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * Follows a certificate that is replaced while the service runs.
 *
 * *settled*: the last look found what serves, or a fault that was told; looks again in the source's own time.
 * *unsettled*: the last look found something else than the one before it, as it does between the two files of a pair;
 * looks again soon. Found alike twice, a pair serves from then on, and a fault is told, once, while the old pair goes on.
 *
 * @returns how to end it
 */
export function followCertificate({ source, settleMs, serving, use, log }: CertificateFollower): () => void {
  let seen = nameOf(serving);
  let told = seen;
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
        if (!isEnded) timer = setTimeout(look, seen === told ? source.everyMs : settleMs).unref();
      });
  }

  function settle(found: string, tell: () => void): void {
    const isSettled = found === seen;
    seen = found;
    if (isEnded || !isSettled || found === told) return;
    told = found;
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
