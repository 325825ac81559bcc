import { useState } from 'react';
import { Choice } from '../controls/choice.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { OidcForm } from './oidc-form.tsx';
import { type Preset, presets } from './presets.ts';
import type { ShownOidcProvider } from './sign-in-api.ts';

interface ProviderFormProps {
  /** Absent: a new one. */
  readonly provider?: ShownOidcProvider;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

/** Settings of a provider, by its kind. */
export function ProviderForm({ provider, ...closing }: ProviderFormProps) {
  const [preset, setPreset] = useState<Preset>(provider?.preset ?? 'other');
  return (
    <>
      {provider ? null : (
        <Choice
          label={words.preset}
          value={preset}
          sections={[{ title: '', options: presets.map((id) => ({ id, title: words[id] })) }]}
          onChange={(id) => setPreset(id as Preset)} // one of those above
        />
      )}
      <OidcForm provider={provider} preset={preset} {...closing} />
    </>
  );
}
