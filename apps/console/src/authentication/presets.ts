import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import type { ShownLinkWay } from './sign-in-api.ts';

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
