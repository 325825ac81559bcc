import { OrreryError } from '@orrery/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect } from 'react';
import { platform } from '../api/platform.ts';
import { queries } from '../api/queries.ts';
import { sessionState } from '../api/session.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { TextField } from '../controls/text-field.tsx';
import { startAt, useSignInMethods } from '../page/sign-in-methods.ts';
import { shellWords as words } from '../words/shell-words.ts';
import { startWords } from '../words/start-words.ts';

/** Lets somebody whose session has ended sign in again, on top of the page, which goes on afterwards. */
export default function SessionDialog() {
  const client = useQueryClient();
  const person = client.getQueryData(queries.person.queryKey);
  const account = person?.account ?? undefined;
  const { providers } = useSignInMethods(account);
  const goOn = async (user: { readonly id: number }) => {
    const before = client.getQueryData(queries.person.queryKey);
    // Begins the page anew: what it shows was asked for with the rights of somebody else.
    if (before && before.id !== user.id) return location.reload();
    sessionState.beginAgain();
    await client.invalidateQueries();
  };
  useEffect(() => {
    if (providers.length === 0) return undefined;
    // Somebody comes back from the window in which they have signed in, or have not.
    const look = () => void platform.getCurrentUser().then(goOn, () => undefined);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  });
  const signIn = useMutation({
    mutationFn: (body: { readonly username: string; readonly password: string }) =>
      platform.signIn({ body: { ...body, ...(account === undefined ? {} : { account }) } }),
    meta: { isSignIn: true },
    onSuccess: ({ user }) => goOn(user),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    signIn.mutate({ username: String(given.get('username')), password: String(given.get('password')) });
  };
  return (
    <Dialog title={words.signedOut} isOpen>
      <p>{words.signedOutHelp}</p>
      <form onSubmit={submit}>
        <TextField
          name="username"
          label={words.username}
          defaultValue={person?.username ?? ''}
          autoComplete="username"
          isRequired
        />
        <TextField
          name="password"
          label={words.password}
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus
        />
        <div role="alert">{signIn.isError ? <p className="notice negative">{sentenceOf(signIn.error)}</p> : null}</div>
        <div className="actions">
          <Button look="primary" type="submit" isPending={signIn.isPending}>
            {words.signIn}
          </Button>
        </div>
      </form>
      {providers.map((provider) => (
        <a
          key={provider.key}
          className="button"
          href={startAt(provider, { next: '/signed-in?here', account })}
          target="_blank"
          rel="noreferrer"
        >
          {startWords.signInThere(provider.name)}
        </a>
      ))}
    </Dialog>
  );
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof OrreryError) || error.status === 0) return words.noConnection;
  return error.status === 401 ? words.wrongPassword : words.refused(error.message);
}
