import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queries } from '../api/queries.ts';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/authentication.css';
import '../style/rows.css';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';

const SignInSettings = lazy(() => import('./sign-in-settings.tsx'));

/** Settings for how people of the account sign in. */
export function AuthenticationPage() {
  const { data: person } = useQuery(queries.person);
  return (
    <>
      <PageBar title={words.title} />
      <div className="page authentication">
        {person && !person.isAdmin ? <p className="notice">{words.adminsOnly}</p> : null}
        {person?.isAdmin ? (
          <Suspense fallback={<Waiting what={words.loading} height={420} />}>
            <SignInSettings />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}
