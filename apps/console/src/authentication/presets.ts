import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { samlWords } from '../words/authentication/saml-words.ts';
import type { ShownLinkWay, ShownSamlProvider } from './sign-in-api.ts';

export const presets = ['other', 'google', 'entra', 'okta', 'keycloak'] as const;
export type Preset = (typeof presets)[number];

interface OidcPreset {
  /** Address in the provider's own spelling; parts that differ are in angle brackets. */
  readonly issuer: string;
  readonly about: string;
  /** How people are found at first. Names that people choose themselves, and addresses that are not verified, prove nothing. */
  readonly linkBy: readonly ShownLinkWay[];
}

export const oidcPresets: Readonly<Record<Preset, OidcPreset>> = {
  other: { issuer: '', about: words.aboutOther, linkBy: ['userName', 'email'] },
  google: { issuer: 'https://accounts.google.com', about: words.aboutGoogle, linkBy: ['email'] },
  entra: {
    issuer: 'https://login.microsoftonline.com/<tenant id>/v2.0',
    about: words.aboutEntra,
    linkBy: ['userName'],
  },
  okta: { issuer: 'https://<organization>.okta.com', about: words.aboutOkta, linkBy: ['userName', 'email'] },
  keycloak: { issuer: 'https://<host>/realms/<realm>', about: words.aboutKeycloak, linkBy: ['userName', 'email'] },
};

/** Settings of OpenID Connect that an empty field stands for, with each preset. */
export const usualOidc = {
  scopes: 'openid email profile',
  claims: {
    ...{ userName: 'preferred_username', email: 'email' },
    ...{ givenName: 'given_name', familyName: 'family_name', displayName: 'name' },
  },
} as const;

interface SamlPreset {
  readonly about: string;
  readonly linkBy: readonly ShownLinkWay[];
  readonly subject: ShownSamlProvider['settings']['subject'];
  readonly subjectAttribute?: string;
  readonly emailIsVerified?: boolean;
}

export const samlPresets: Readonly<Record<Preset, SamlPreset>> = {
  other: { about: samlWords.aboutOther, linkBy: ['userName', 'email'], subject: 'persistent' },
  google: { about: samlWords.aboutGoogle, linkBy: ['email'], subject: 'nameId', emailIsVerified: true },
  entra: {
    about: samlWords.aboutEntra,
    linkBy: ['userName'],
    subject: 'attribute',
    subjectAttribute: 'http://schemas.microsoft.com/identity/claims/objectidentifier',
  },
  okta: { about: samlWords.aboutOkta, linkBy: ['userName', 'email'], subject: 'nameId' },
  keycloak: { about: samlWords.aboutKeycloak, linkBy: ['userName', 'email'], subject: 'persistent' },
};
