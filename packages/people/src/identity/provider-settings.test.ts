import { describe, expect, it } from 'vitest';
import { changedSettings, defaultsOf, providerFaults } from './provider-settings.ts';
import type { ProviderPreset, SettingsInput } from './sign-in-provider.ts';

const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';

interface Given extends SettingsInput {
  readonly name?: string;
  readonly preset?: ProviderPreset;
  readonly hasSecret?: boolean;
}

function faultsOf({ name = 'Company', preset, hasSecret = true, ...input }: Given): readonly string[] {
  const standard = { issuer: 'https://login.example.com', clientId: 'orrery' };
  const settings = changedSettings(defaultsOf('oidc', preset), preset === 'google' ? input : { ...standard, ...input });
  return providerFaults({ name, preset, hasSecret }, settings).map(({ path }) => path);
}

const atGoogle = 'https://accounts.google.com';
const issuer = ['settings.issuer'];
const hosted = ['settings.hostedDomains'];

describe('faults of GitHub', () => {
  const corp = { organizations: ['corp'] };
  const base = ['settings.baseUrl'];
  it.each<[string, Given, readonly string[]]>([
    ['none', corp, []],
    ['everybody', {}, ['settings.organizations']],
    ['everybody, where no users are made', { mayMake: false }, []],
    ['everybody at a server of its own', { baseUrl: 'https://git.example.com' }, []],
    ['everybody at this machine', { baseUrl: 'http://127.0.0.1:8080' }, []],
    ['everybody, by another spelling', { baseUrl: 'https://GitHub.com' }, base],
    ['its API', { ...corp, baseUrl: 'https://api.github.com' }, base],
    ['a name that ends alike', { baseUrl: 'https://notgithub.com' }, []],
    ['plain HTTP', { ...corp, baseUrl: 'http://github.com' }, base],
    ['a password in the address', { baseUrl: 'https://a:b@git.example.com' }, base],
    ['a path', { baseUrl: 'https://git.example.com/api' }, base],
    ['no client', { ...corp, clientId: ' ' }, ['settings.clientId']],
    ['no secret', { ...corp, hasSecret: false }, ['clientSecret']],
    ['a path in the name of an organization', { organizations: ['..'] }, ['settings.organizations']],
    [
      'many organizations',
      { organizations: Array.from({ length: 21 }, (_, at) => `o${at}`) },
      ['settings.organizations'],
    ],
    ['an id of SCIM', { ...corp, linkBy: ['externalId'] }, ['settings.linkBy']],
  ])('%s', (_, { name = 'GitHub', preset, hasSecret = true, ...input }, expected) => {
    const settings = changedSettings(defaultsOf('github', preset), { clientId: 'orrery', ...input });
    expect(settings.settings).not.toHaveProperty('claims');
    expect(providerFaults({ name, preset, hasSecret }, settings).map(({ path }) => path)).toEqual(expected);
  });
});

describe('faults of a provider', () => {
  it.each<[string, Given, readonly string[]]>([
    ['none', {}, []],
    ['no name', { name: ' ' }, ['name']],
    ['no client', { clientId: '' }, ['settings.clientId']],
    ['plain HTTP', { issuer: 'http://login.example.com' }, issuer],
    ['plain HTTP on this machine', { issuer: 'http://127.0.0.1:8080' }, []],
    ['the address of the document', { issuer: 'https://a.example/.well-known/openid-configuration' }, issuer],
    ['a query', { issuer: 'https://a.example/?x=1' }, issuer],
    ['a password in the address', { issuer: 'https://a:b@a.example/' }, issuer],
    ['Google', { preset: 'google', clientId: 'orrery' }, hosted],
    ['Google with a domain', { preset: 'google', clientId: 'orrery', hostedDomains: ['corp.example'] }, []],
    ['Google, where no users are made', { preset: 'google', clientId: 'orrery', mayMake: false }, []],
    ['Google without its preset', { issuer: atGoogle }, hosted],
    ['Google in capitals', { issuer: 'https://ACCOUNTS.google.com/' }, hosted],
    ['Google by another preset', { issuer: atGoogle, preset: 'okta' }, hosted],
    ['a tenant', { issuer: 'https://login.microsoftonline.com/0c0ffee0-1111-2222-3333-444444444444/v2.0' }, []],
    ['any tenant', { issuer: 'https://login.microsoftonline.com/common/v2.0' }, issuer],
    ['any tenant in capitals', { issuer: 'https://login.microsoftonline.com/Common/v2.0' }, issuer],
    ['the template of tenants', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }, issuer],
    ['private accounts', { issuer: `https://login.microsoftonline.com/${personal}/v2.0` }, issuer],
    ['any tenant of another cloud', { issuer: 'https://login.microsoftonline.us/organizations/v2.0' }, issuer],
    ['private accounts of the older issuer', { issuer: `https://sts.windows.net/${personal}/` }, issuer],
    ['a scope that is missing', { scopes: 'email' }, ['settings.scopes']],
    ['two spaces', { scopes: 'openid  email' }, ['settings.scopes']],
    ['an algorithm by a shared key', { idTokenAlgorithm: 'HS256' }, ['settings.idTokenAlgorithm']],
    ['no algorithm', { idTokenAlgorithm: 'none' }, ['settings.idTokenAlgorithm']],
    ['an id without a claim', { linkBy: ['externalId'] }, ['settings.linkBy']],
    ['no secret', { hasSecret: false }, ['clientSecret']],
    ['no secret, where none is needed', { hasSecret: false, authMethod: 'none' }, []],
  ])('%s', (_, given, expected) => {
    expect(faultsOf(given)).toEqual(expected);
  });
});
