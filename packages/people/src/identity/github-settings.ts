import { nameFault } from '@orrery/kernel';
import { type FieldFaults, isSafeAddress } from './provider-faults.ts';
import type { GitHubSettings, ProviderPreset } from './sign-in-provider.ts';

const mostOrganizations = 20;
const publicGitHub = 'https://github.com';

/** Addresses are verified there, and names are chosen by people. */
export const githubDefaults: GitHubSettings = {
  mayMake: true,
  mayLink: true,
  mayLinkAdmins: false,
  linkBy: ['email'],
  emailDomains: [],
  baseUrl: publicGitHub,
  clientId: '',
  organizations: [],
};

export function githubFaults(
  settings: GitHubSettings,
  { preset, hasSecret }: { readonly preset: ProviderPreset | undefined; readonly hasSecret: boolean },
): FieldFaults {
  return [
    ['preset', preset === undefined ? undefined : 'is nothing that a provider of GitHub has'],
    ['settings.baseUrl', baseFault(settings.baseUrl)],
    ['settings.clientId', nameFault(settings.clientId)],
    ['settings.organizations', organizationsFault(settings)],
    ['settings.linkBy', settings.linkBy.includes('externalId') ? "takes 'userName' and 'email' only" : undefined],
    ['clientSecret', hasSecret ? undefined : 'is needed'],
  ];
}

/** The addresses of pages and of the API are made of this one. */
function baseFault(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl);
  const isPublic = url !== null && /(?:^|\.)github\.com\.?$/.test(url.hostname);
  if (isSafeAddress(url) && url?.origin === baseUrl && (!isPublic || baseUrl === publicGitHub)) return undefined;
  return `must be ${publicGitHub}, or the address of your own server such as https://git.example.com, without a path or a slash at the end`;
}

/** Without one at github.com, everybody with an account there could sign in. */
function organizationsFault({ baseUrl, organizations, mayMake }: GitHubSettings): string | undefined {
  if (organizations.length > mostOrganizations) return `must be at most ${mostOrganizations}`;
  const wrong = organizations.find((name) => !/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name));
  if (wrong !== undefined) return `takes names of organizations, not '${wrong.slice(0, 100)}'`;
  return baseUrl === publicGitHub && mayMake && organizations.length === 0
    ? 'must name your organization, unless mayMake is false'
    : undefined;
}
