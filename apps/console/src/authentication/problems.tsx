import { OrreryError } from '@orrery/client';
import { problemsOf } from '../api/ask-as-admin.ts';
import { messageOf } from '../api/message-of.ts';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { githubWords } from '../words/authentication/github-words.ts';
import { groupWords } from '../words/authentication/group-words.ts';
import { samlWords } from '../words/authentication/saml-words.ts';

const labels: Readonly<Record<string, string>> = {
  name: words.name,
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

/** Says everything that is wrong with what was sent. */
export function Problems({ error }: { readonly error: Error | null }) {
  return (
    <div role="alert">
      {sentencesOf(error).map((sentence) => (
        <p key={sentence} className="notice negative">
          {sentence}
        </p>
      ))}
    </div>
  );
}

function sentencesOf(error: Error | null): readonly string[] {
  if (!error) return [];
  const problems = error instanceof OrreryError ? problemsOf(error.details, labels) : [];
  return problems.length === 0 ? [messageOf(error)] : problems;
}
