import { samlWords as words } from '../words/authentication/saml-words.ts';
import { locale } from '../words/spoken.ts';
import type { ShownSamlProvider } from './sign-in-api.ts';

type ShownCertificate = ShownSamlProvider['certificates'][number];

const soonMs = 30 * 24 * 3_600_000;

/** Certificates of a provider, with the days on which they end. */
export function CertificateList({ certificates }: { readonly certificates: readonly ShownCertificate[] }) {
  if (certificates.length === 0) return null;
  return (
    <ul className="certificates" aria-label={words.certificates}>
      {certificates.map((certificate) => (
        <CertificateRow key={certificate.fingerprint} certificate={certificate} />
      ))}
    </ul>
  );
}

function CertificateRow({ certificate }: { readonly certificate: ShownCertificate }) {
  const { subject, notAfter, fingerprint, isExpired, isWeak } = certificate;
  const day = new Date(notAfter).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const isEndingSoon = !isExpired && Date.parse(notAfter) - Date.now() < soonMs;
  const state = isExpired ? words.expired(day) : isEndingSoon ? words.endsSoon(day) : words.ends(day);
  return (
    <li>
      <span>{subject}</span>
      <strong className={isExpired ? 'mark negative' : isEndingSoon ? 'mark warning' : 'mark'}>{state}</strong>
      {isWeak ? <strong className="mark warning">{words.weak}</strong> : null}
      <code className="help" title={fingerprint}>
        {fingerprint}
      </code>
    </li>
  );
}
