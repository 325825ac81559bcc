import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { Failure } from '../shell/failure.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/authentication.css';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { PolicyForm } from './policy-form.tsx';
import { Providers } from './providers.tsx';
import { policyQuery, providersQuery } from './sign-in-api.ts';

/** Settings for how people of the account sign in. */
export function AuthenticationPage() {
  const { data: person } = useQuery(queries.person);
  return (
    <>
      <PageBar title={words.title} />
      <div className="page authentication">
        {person && !person.isAdmin ? <p className="notice">{words.adminsOnly}</p> : null}
        {person?.isAdmin ? <Settings /> : null}
      </div>
    </>
  );
}

function Settings() {
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
      <section>
        <h2>{words.policy}</h2>
        <PolicyForm policy={policy.data} />
      </section>
    </>
  );
}
