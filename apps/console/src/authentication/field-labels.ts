import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { githubWords } from '../words/authentication/github-words.ts';
import { groupWords } from '../words/authentication/group-words.ts';
import { samlWords } from '../words/authentication/saml-words.ts';

/** Labels of the fields of this page, by the names that the server has for them. */
export const fieldLabels: Readonly<Record<string, string>> = {
  name: words.name,
  exceptUserIds: words.exceptions,
  clientSecret: words.clientSecret,
  'settings.issuer': words.issuer,
  'settings.clientId': words.clientId,
  'settings.scopes': words.scopes,
  'settings.authMethod': words.authMethod,
  'settings.claims.userName': words.userName,
  'settings.claims.email': words.email,
  'settings.claims.givenName': words.givenName,
  'settings.claims.familyName': words.familyName,
  'settings.claims.displayName': words.displayName,
  'settings.hostedDomains': words.domains,
  'settings.emailDomains': words.emailDomains,
  'settings.groups': words.groups,
  'settings.externalId': words.externalId,
  'settings.entityId': samlWords.entityId,
  'settings.ssoUrl': samlWords.ssoUrl,
  'settings.certificates': samlWords.certificates,
  'settings.audience': samlWords.audience,
  'settings.subjectAttribute': samlWords.subjectAttribute,
  'settings.baseUrl': githubWords.baseUrl,
  'settings.organizations': githubWords.organizations,
  rolesByGroup: groupWords.list,
  'rolesByGroup.group': groupWords.group,
  'rolesByGroup.role': groupWords.role,
};
