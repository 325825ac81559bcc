import { type InputProblem, nameFault } from '@orrery/kernel';
import { githubDefaults, githubFaults } from './github-settings.ts';
import { oidcDefaults, oidcFaults, oidcSubjects } from './oidc-settings.ts';
import type { FieldFaults } from './provider-faults.ts';
import { samlDefaults, samlFaults } from './saml-settings.ts';
import type { ProviderKind, ProviderPreset, SettingsInput, SettingsOfKind } from './sign-in-provider.ts';

const namesOfAll = ['mayMake', 'mayLink', 'mayLinkAdmins', 'linkBy', 'emailDomains'];
const namesOfClaims = ['claims', 'groups', 'splitAtCommas', 'externalId', 'subject'];

const namesOfKind: Readonly<Record<ProviderKind, readonly string[]>> = {
  oidc: [
    ...namesOfClaims,
    ...['issuer', 'clientId', 'scopes', 'authMethod', 'idTokenAlgorithm'],
    ...['hostedDomains', 'usesUserInfo', 'logsOutAtProvider'],
  ],
  saml: [
    ...namesOfClaims,
    ...['entityId', 'ssoUrl', 'certificates', 'metadataUrl', 'audience', 'subjectAttribute'],
    ...['emailIsVerified', 'mayStartThere', 'signsRequests', 'wantsEncryptedAssertions'],
  ],
  github: ['baseUrl', 'clientId', 'organizations'],
};

const titles: Readonly<Record<ProviderKind, string>> = {
  oidc: 'OpenID Connect',
  saml: 'SAML',
  github: 'GitHub',
};

export function defaultsOf(kind: ProviderKind, preset: ProviderPreset | undefined): SettingsOfKind {
  switch (kind) {
    case 'oidc':
      return { kind, settings: oidcDefaults(preset) };
    case 'saml':
      return { kind, settings: samlDefaults(preset) };
    case 'github':
      return { kind, settings: githubDefaults };
  }
}

export function changedSettings<Known extends SettingsOfKind>({ kind, settings }: Known, input: SettingsInput): Known {
  const { claims, ...rest } = input;
  const all = Object.entries({ ...settings, ...present(rest) }).filter(([, value]) => value !== null);
  const named = 'claims' in settings ? { claims: { ...settings.claims, ...present(claims ?? {}) } } : {};
  return { kind, settings: { ...Object.fromEntries(all), ...named } } as Known; // fields of other kinds are refused
}

/** Fields of settings that providers of this kind do not have. */
export function foreignFields(kind: ProviderKind, input: SettingsInput): readonly InputProblem[] {
  const names = Object.entries(input).flatMap(([name, value]) => (value === undefined || value === null ? [] : [name]));
  const message = `is no setting of a provider of ${titles[kind]}`;
  return names
    .filter((name) => !namesOfAll.includes(name) && !namesOfKind[kind].includes(name))
    .map((name) => ({ path: `settings.${name}`, message }));
}

interface CheckedProvider {
  readonly name: string;
  readonly preset: ProviderPreset | undefined;
  readonly hasSecret: boolean;
}

export function providerFaults(
  { name, preset, hasSecret }: CheckedProvider,
  of: SettingsOfKind,
): readonly InputProblem[] {
  const faults: FieldFaults = [['name', nameFault(name)], ...ownFaults(of, { preset, hasSecret })];
  return faults.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

function ownFaults(of: SettingsOfKind, given: Pick<CheckedProvider, 'preset' | 'hasSecret'>): FieldFaults {
  switch (of.kind) {
    case 'oidc':
      return oidcFaults(of.settings, given);
    case 'saml':
      return samlFaults(of.settings, given);
    case 'github':
      return githubFaults(of.settings, given);
  }
}

/** Whether the subjects of before may be of other people: those of another server, or of another claim or attribute. */
export function hasOtherSubjects(before: SettingsOfKind, after: SettingsOfKind): boolean {
  return JSON.stringify(subjectsOf(before)) !== JSON.stringify(subjectsOf(after));
}

function subjectsOf(of: SettingsOfKind): readonly unknown[] {
  switch (of.kind) {
    case 'oidc':
      return oidcSubjects(of.settings);
    case 'saml':
      return [of.settings.entityId, of.settings.subject, of.settings.subjectAttribute];
    case 'github':
      return [of.settings.baseUrl];
  }
}

/** The provider's own name of itself. */
export function issuerOf(of: SettingsOfKind): string {
  switch (of.kind) {
    case 'oidc':
      return of.settings.issuer;
    case 'saml':
      return of.settings.entityId;
    case 'github':
      return of.settings.baseUrl;
  }
}

function present(given: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
