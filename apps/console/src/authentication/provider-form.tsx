import { useState } from 'react';
import { Choice } from '../controls/choice.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { GitHubForm } from './github-form.tsx';
import { OidcForm } from './oidc-form.tsx';
import { type Preset, presets } from './presets.ts';
import { SamlForm } from './saml-form.tsx';
import type { ShownSignInProvider } from './sign-in-api.ts';

interface ProviderFormProps {
  /** Absent: a new one. */
  readonly provider?: ShownSignInProvider;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

const kinds = ['oidc', 'saml', 'github'] as const;
type ChosenProtocol = (typeof kinds)[number];

/** Settings of a provider, by its kind. */
export function ProviderForm({ provider, ...closing }: ProviderFormProps) {
  const [kind, setKind] = useState<ChosenProtocol>('oidc');
  const [chosen, setPreset] = useState<Preset>('other');
  const preset = provider?.preset ?? chosen;
  if (provider?.kind === 'saml') return <SamlForm provider={provider} preset={preset} {...closing} />;
  if (provider?.kind === 'github') return <GitHubForm provider={provider} {...closing} />;
  if (provider) return <OidcForm provider={provider} preset={preset} {...closing} />;
  return (
    <div className="new-provider">
      <div className="part">
        <Choice
          label={words.protocol}
          value={kind}
          sections={[{ title: '', options: kinds.map((id) => ({ id, title: words[id] })) }]}
          onChange={(id) => setKind(id as ChosenProtocol)} // one of those above
        />
        {kind === 'github' ? null : (
          <Choice
            label={words.preset}
            value={preset}
            sections={[{ title: '', options: presets.map((id) => ({ id, title: words[id] })) }]}
            onChange={(id) => setPreset(id as Preset)} // one of those above
          />
        )}
      </div>
      {kind === 'oidc' ? <OidcForm provider={undefined} preset={preset} {...closing} /> : null}
      {kind === 'saml' ? <SamlForm provider={undefined} preset={preset} {...closing} /> : null}
      {kind === 'github' ? <GitHubForm provider={undefined} {...closing} /> : null}
    </div>
  );
}
