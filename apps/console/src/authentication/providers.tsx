import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { SavedRow } from '../controls/saved-row.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { ProviderFacts } from './provider-facts.tsx';
import { ProviderForm } from './provider-form.tsx';
import { deleteProvider, providersQuery, type ShownSignInProvider } from './sign-in-api.ts';

/** The providers of the account. */
export function Providers({ providers }: { readonly providers: readonly ShownSignInProvider[] }) {
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const onChanged = () => client.invalidateQueries({ queryKey: providersQuery.queryKey });
  return (
    <>
      {providers.length === 0 ? <p>{words.noProviders}</p> : null}
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
              formOf={(close) => <ProviderForm provider={provider} onClose={close} onSaved={onChanged} />}
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
