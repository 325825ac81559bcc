import { useState } from 'react';
import { TextField } from '../controls/text-field.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import {
  ClaimFields,
  claimSettings,
  ClientFields,
  LinkFields,
  linkSettings,
  listIn,
  NameField,
  SavedForm,
  secretIn,
  textIn,
  Tick,
} from './form-parts.tsx';
import { oidcPresets, type Preset } from './presets.ts';
import { changeProvider, createProvider, type ShownOidcProvider } from './sign-in-api.ts';

interface OidcFormProps {
  /** Absent: a new one. */
  readonly provider: ShownOidcProvider | undefined;
  readonly preset: Preset;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

/** Settings of a provider of OpenID Connect. */
export function OidcForm({ provider, preset, ...closing }: OidcFormProps) {
  const settings = provider?.settings;
  const usual = oidcPresets[preset];
  const [typed, setTyped] = useState<{ readonly preset: Preset; readonly issuer: string }>();
  const start = settings?.issuer ?? usual.issuer;
  const issuer = typed?.preset === preset ? typed.issuer : start;
  const hasDomains = preset === 'google' || URL.parse(issuer)?.hostname === 'accounts.google.com';
  const save = (given: FormData) =>
    provider
      ? changeProvider(provider.id, bodyOf(given))
      : createProvider({ ...bodyOf(given), ...(preset === 'other' ? {} : { preset }) });
  return (
    <SavedForm action={provider ? words.save : words.create} save={save} {...closing}>
      <p className="notice">{usual.about}</p>
      <NameField value={provider?.name} />
      <TextField
        key={preset}
        name="issuer"
        label={words.issuer}
        defaultValue={start}
        onChange={(given) => setTyped({ preset, issuer: given })}
        isRequired
      />
      <ClientFields provider={provider} secretKept={words.secretKept} />
      {hasDomains ? (
        <TextField name="hostedDomains" label={words.domains} defaultValue={settings?.hostedDomains.join(', ') ?? ''} />
      ) : null}
      <ClaimFields settings={settings} />
      <LinkFields settings={settings} linkBy={usual.linkBy} />
      <Tick name="logsOutAtProvider" label={words.logsOut} isOn={settings?.logsOutAtProvider ?? false} />
    </SavedForm>
  );
}

function bodyOf(given: FormData) {
  return {
    name: textIn(given, 'name'),
    ...secretIn(given),
    settings: {
      issuer: textIn(given, 'issuer'),
      clientId: textIn(given, 'clientId'),
      ...claimSettings(given),
      ...linkSettings(given),
      logsOutAtProvider: given.has('logsOutAtProvider'),
      ...(given.has('hostedDomains') ? { hostedDomains: listIn(given, 'hostedDomains') } : {}),
    },
  };
}
