import { textFault } from '@orrery/kernel';
import { certificateFault } from './certificate.ts';
import { type FieldFaults, isSafeAddress, linkFault } from './provider-faults.ts';
import type { ProviderPreset, SamlSettings } from './sign-in-provider.ts';

export const mostCertificates = 4;
const longestName = 1_024;

const standard: SamlSettings = {
  mayMake: true,
  mayLink: true,
  mayLinkAdmins: false,
  linkBy: ['userName', 'email'],
  emailDomains: [],
  entityId: '',
  ssoUrl: '',
  certificates: [],
  subject: 'persistent',
  claims: {
    userName: 'userName',
    email: 'email',
    givenName: 'firstName',
    familyName: 'lastName',
    displayName: 'name',
  },
  groups: 'groups',
  splitAtCommas: false,
  emailIsVerified: false,
  mayStartThere: true,
  signsRequests: false,
  wantsEncryptedAssertions: false,
};

/** Differences from the standard: what these providers send unless their admins change it. */
const presets: Readonly<Record<ProviderPreset, Partial<SamlSettings>>> = {
  entra: {
    subject: 'attribute',
    subjectAttribute: 'http://schemas.microsoft.com/identity/claims/objectidentifier',
    linkBy: ['userName'],
  },
  // The address is given by the admins of the organization.
  google: { subject: 'nameId', linkBy: ['email'], emailIsVerified: true },
  okta: { subject: 'nameId' },
  keycloak: {},
};

/** The name of this service at a provider. @param own public address of this server, without a slash at the end */
export function ownEntityId(
  { key, settings: { audience } }: { readonly key: string; readonly settings: Pick<SamlSettings, 'audience'> },
  own: string,
): string {
  return audience || `${own}/sso/${key}/metadata`;
}

export function samlDefaults(preset: ProviderPreset | undefined): SamlSettings {
  return preset === undefined ? standard : { ...standard, ...presets[preset] };
}

export function samlFaults(settings: SamlSettings, { hasSecret }: { readonly hasSecret: boolean }): FieldFaults {
  const { entityId, ssoUrl, certificates, audience = '', subject, subjectAttribute } = settings;
  return [
    ['settings.entityId', entityId.trim() === '' ? 'is empty' : textFault(entityId, longestName)],
    ['settings.ssoUrl', ssoFault(ssoUrl)],
    ['settings.certificates', certificatesFault(certificates)],
    ['settings.audience', textFault(audience, longestName)],
    ['settings.subject', subjectFault(subject)],
    ['settings.subjectAttribute', attributeFault(subject, subjectAttribute)],
    ['settings.linkBy', linkFault(settings)],
    ['clientSecret', hasSecret ? 'is nothing that a provider of SAML has' : undefined],
  ];
}

function ssoFault(ssoUrl: string): string | undefined {
  const url = URL.parse(ssoUrl);
  if (isSafeAddress(url) && url?.hash === '' && ssoUrl.length <= longestName) return undefined;
  return 'must be an address such as https://login.example.com/saml';
}

function certificatesFault(certificates: readonly string[]): string | undefined {
  if (certificates.length === 0) return 'must have at least one certificate';
  if (certificates.length > mostCertificates) return `must have at most ${mostCertificates} certificates`;
  const faults = certificates.map((certificate, index) => [index, certificateFault(certificate)] as const);
  const wrong = faults.find(([, fault]) => fault !== undefined);
  return wrong && `has something at place ${wrong[0] + 1} that ${wrong[1]}`;
}

function subjectFault(subject: string): string | undefined {
  const isKnown = ['persistent', 'nameId', 'attribute'].includes(subject);
  return isKnown ? undefined : "must be 'persistent', 'nameId' or 'attribute'";
}

function attributeFault(subject: string, attribute: string | undefined): string | undefined {
  if (attribute !== undefined) return textFault(attribute, longestName);
  return subject === 'attribute' ? "is needed for the subject 'attribute'" : undefined;
}
