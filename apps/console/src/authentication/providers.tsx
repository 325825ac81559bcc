import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Switch } from 'react-aria-components';
import { messageOf } from '../api/message-of.ts';
import { Button } from '../controls/button.tsx';
import { CodeBlock } from '../controls/code-block.tsx';
import { SavedRow } from '../controls/saved-row.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { ProviderForm } from './provider-form.tsx';
import {
  changeProvider,
  deleteProvider,
  testAddress,
  type ShownSignInProvider,
  providersQuery,
} from './sign-in-api.ts';

/** The providers of the account. */
export function Providers({ providers }: { readonly providers: readonly ShownSignInProvider[] }) {
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const onChanged = () => client.invalidateQueries({ queryKey: providersQuery.queryKey });
  return (
    <>
      {providers.length === 0 ? <p>{words.none}</p> : null}
      <ul className="rows providers">
        {providers.map((provider) =>
          provider.managedBy === 'environment' ? (
            <li key={provider.id} aria-label={provider.name}>
              <strong>{provider.name}</strong>
              <ProviderFacts provider={provider} onChanged={onChanged} />
            </li>
          ) : (
            <SavedRow
              key={provider.id}
              name={provider.name}
              words={words}
              formOf={(close) =>
                provider.kind === 'oidc' ? (
                  <ProviderForm provider={provider} onClose={close} onSaved={onChanged} />
                ) : null
              }
              onDelete={() => deleteProvider(provider.id)}
              onDeleted={() => void onChanged()}
            >
              <ProviderFacts provider={provider} onChanged={onChanged} />
            </SavedRow>
          ),
        )}
      </ul>
      {isAdding ? (
        <ProviderForm onClose={() => setAdding(false)} onSaved={onChanged} />
      ) : (
        <Button onPress={() => setAdding(true)}>{words.add}</Button>
      )}
    </>
  );
}

interface ProviderFactsProps {
  readonly provider: ShownSignInProvider;
  readonly onChanged: () => Promise<void>;
}

/** A provider that is there: whether it is on, what is wrong with it, and the addresses to copy. */
function ProviderFacts({ provider, onChanged }: ProviderFactsProps) {
  const { id, key, name, isOn, managedBy, warnings, redirectUri } = provider;
  const { initiateUri, backChannelUri } =
    provider.kind === 'oidc' ? provider : { initiateUri: null, backChannelUri: null };
  const turn = useMutation({ mutationFn: (next: boolean) => changeProvider(id, { isOn: next }), onSuccess: onChanged });
  return (
    <>
      {managedBy === 'environment' ? (
        <p className="notice">{isOn ? words.ofServer : words.ofServerOff}</p>
      ) : (
        <Switch className="switch" isSelected={isOn} onChange={(next) => turn.mutate(next)}>
          <span className="track" aria-hidden="true" />
          <span>{words.isOn(name)}</span>
        </Switch>
      )}
      <div role="alert">{turn.error ? <p className="notice negative">{messageOf(turn.error)}</p> : null}</div>
      {warnings.map((warning) => (
        <p key={warning} className="notice warning">
          {warning}
        </p>
      ))}
      <a href={testAddress(key)} target="_blank" rel="noreferrer">
        {words.test(name)}
      </a>
      {redirectUri === null ? null : <CodeBlock label={words.redirect} text={redirectUri} />}
      {initiateUri === null ? null : <CodeBlock label={words.initiate} text={initiateUri} />}
      {backChannelUri === null ? null : <CodeBlock label={words.backChannel} text={backChannelUri} />}
    </>
  );
}
