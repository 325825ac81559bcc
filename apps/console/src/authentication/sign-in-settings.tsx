import { useQuery } from '@tanstack/react-query';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { groupWords } from '../words/authentication/group-words.ts';
import { GroupRoles } from './group-roles.tsx';
import { Identities } from './identities.tsx';
import { PolicyForm } from './policy-form.tsx';
import { Providers } from './providers.tsx';
import { policyQuery, providersQuery } from './sign-in-api.ts';

/** The providers of the account, the people that they know, and the rule for passwords. */
export default function SignInSettings() {
  const providers = useQuery(providersQuery);
  const policy = useQuery(policyQuery);
  if (providers.isError) return <Failure error={providers.error} onAgain={() => void providers.refetch()} />;
  if (policy.isError) return <Failure error={policy.error} onAgain={() => void policy.refetch()} />;
  if (!providers.data || !policy.data) return <Waiting what={words.loading} height={420} />;
  return (
    <>
      <section>
        <h2>{words.providers}</h2>
        <p className="help">{words.providersHelp}</p>
        <Providers providers={providers.data} />
      </section>
      <section aria-labelledby="roles-by-group">
        <h2 id="roles-by-group">{groupWords.title}</h2>
        <p className="help">{groupWords.help}</p>
        <GroupRoles />
      </section>
      <section aria-labelledby="people-of-providers">
        <h2 id="people-of-providers">{words.people}</h2>
        <p className="help">{words.peopleHelp}</p>
        <Identities />
      </section>
      <section>
        <h2>{words.policy}</h2>
        <PolicyForm policy={policy.data} />
      </section>
    </>
  );
}
