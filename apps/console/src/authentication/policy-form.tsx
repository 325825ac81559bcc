import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Switch } from 'react-aria-components';
import { Button } from '../controls/button.tsx';
import { Problems } from '../controls/problems.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { fieldLabels } from './field-labels.ts';
import { FindPerson } from './find-person.tsx';
import { changePolicy, type SignInPolicyShown, policyQuery } from './sign-in-api.ts';

type Exception = SignInPolicyShown['exceptions'][number];

/** The rule that people sign in by a provider, with its exceptions. */
export function PolicyForm({ policy }: { readonly policy: SignInPolicyShown }) {
  const client = useQueryClient();
  const [requiresProvider, setRequired] = useState(policy.requiresProvider);
  const [exceptions, setExceptions] = useState<readonly Exception[]>(policy.exceptions);
  const [endSessions, setEnding] = useState(false);
  const saving = useMutation({
    mutationFn: (shown: Pick<SignInPolicyShown, 'requiresProvider'> & { readonly exceptions: readonly Exception[] }) =>
      changePolicy({
        requiresProvider: shown.requiresProvider,
        endSessions,
        exceptUserIds: shown.exceptions.map(({ userId }) => userId),
      }),
    onSuccess: (saved) => {
      client.setQueryData(policyQuery.queryKey, saved);
      setEnding(false);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate({ requiresProvider, exceptions });
  };
  // The words about a saved rule go away with the next change of the rule.
  const isAbout = saving.variables?.exceptions === exceptions && saving.variables.requiresProvider === requiresProvider;
  const isSaved = saving.isSuccess && isAbout && !endSessions;
  const find = useRef<HTMLDivElement>(null);
  const remove = (id: number) => {
    setExceptions(without(id));
    find.current?.querySelector('input')?.focus(); // the button is gone
  };
  const without = (id: number) => exceptions.filter(({ userId }) => userId !== id);
  return (
    <form onSubmit={submit}>
      <Switch className="switch" isSelected={requiresProvider} onChange={setRequired}>
        <span className="track" aria-hidden="true" />
        <span>
          {words.requires}
          <span className="help">{words.requiresHelp}</span>
        </span>
      </Switch>
      <h3>{words.exceptions}</h3>
      {exceptions.length === 0 ? <p className="help">{words.noExceptions}</p> : null}
      <ul className="people" aria-label={words.exceptions}>
        {exceptions.map(({ userId, username }) => (
          <li key={userId}>
            {username}
            <Button look="quiet" aria-label={words.remove(username)} onPress={() => remove(userId)}>
              ×
            </Button>
          </li>
        ))}
      </ul>
      <FindPerson
        place={find}
        label={words.find}
        actionOf={words.addPerson}
        onFound={(found) => setExceptions([...without(found.userId), found])}
      />
      {requiresProvider ? (
        <label>
          <input type="checkbox" checked={endSessions} onChange={({ target }) => setEnding(target.checked)} />{' '}
          {words.endSessions}
        </label>
      ) : null}
      <Problems error={saving.error} labels={fieldLabels} />
      <div role="status">{isSaved ? <p className="notice">{words.saved}</p> : null}</div>
      <Button type="submit" isPending={saving.isPending}>
        {words.save}
      </Button>
    </form>
  );
}
