import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Settings } from '@orrery/config';
import { certificateFiles } from '@orrery/server';
import { refusesAll, waysToAnswer } from '../command/index.ts';
import { type Diagnosis, reasonOf } from './diagnosis.ts';

const part = 'certificate';
const dayMs = 24 * 60 * 60 * 1000;
const soonMs = 14 * dayMs;

/** Checks how connections are protected: by the certificate in the settings, by a proxy, or not at all. */
export async function checkCertificate(settings: Settings, clock: { now(): number }): Promise<readonly Diagnosis[]> {
  const { transport, trustedProxies, publicUrl } = settings.http;
  if (refusesAll(settings)) {
    const says = 'every request is refused: only HTTPS is answered, and nothing here ends TLS';
    return [{ level: 'wrong', part, says, wayOut: waysToAnswer }];
  }
  if (transport.kind === 'self-signed') {
    const wayOut = 'for others, give a certificate with --tls-cert and --tls-key';
    return [{ level: 'note', part, says: 'a self-signed one, which browsers warn of', wayOut }];
  }
  if (transport.kind === 'plain') {
    if (trustedProxies.length > 0) return [{ level: 'ok', part, says: 'none here: a trusted proxy ends TLS' }];
    return [{ level: 'ok', part, says: 'none is needed in development mode: only this machine reaches the server' }];
  }
  try {
    const { cert } = await certificateFiles(transport.certificateFile, transport.keyFile).read();
    return checkTerms(new X509Certificate(cert), publicUrl, clock.now());
  } catch (error) {
    return [
      { level: 'wrong', part, says: reasonOf(error), wayOut: 'name a pair in PEM with --tls-cert and --tls-key' },
    ];
  }
}

function checkTerms(certificate: X509Certificate, publicUrl: string | undefined, now: number): readonly Diagnosis[] {
  const { subject, validFromDate, validToDate } = certificate;
  const name = subject?.replaceAll('\n', ', ') || 'the certificate';
  const ends = validToDate.toISOString().slice(0, 10);
  const hostname = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const renew = 'renew it; a running server takes the new files by itself';
  if (now < validFromDate.getTime()) {
    const says = `${name} is valid only from ${validFromDate.toISOString()}`;
    return [{ level: 'wrong', part, says, wayOut: 'check the clock of this machine, or wait' }];
  }
  if (now > validToDate.getTime()) return [{ level: 'wrong', part, says: `${name} ended on ${ends}`, wayOut: renew }];
  if (hostname !== undefined && !isFor(certificate, hostname)) {
    const wayOut = 'use one that names the host of the public URL';
    return [{ level: 'wrong', part, says: `${name} is not for ${hostname}`, wayOut }];
  }
  if (validToDate.getTime() - now < soonMs) {
    const days = Math.floor((validToDate.getTime() - now) / dayMs);
    return [{ level: 'note', part, says: `${name} ends on ${ends}, in ${days} days`, wayOut: renew }];
  }
  return [{ level: 'ok', part, says: `${name}, until ${ends}` }];
}

function isFor(certificate: X509Certificate, hostname: string): boolean {
  return (isIP(hostname) ? certificate.checkIP(hostname) : certificate.checkHost(hostname)) !== undefined;
}
