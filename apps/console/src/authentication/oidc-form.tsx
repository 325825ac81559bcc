import { useState } from 'react';
import { Choice } from '../controls/choice.tsx';
import { TextField } from '../controls/text-field.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import {
  ClaimFields,
  claimNames,
  claimSettings,
  claimsIn,
  ClientFields,
  FoldedPart,
  FormPart,
  LinkFields,
  linkSettings,
  listIn,
  NameField,
  SavedForm,
  secretIn,
  textIn,
  Tick,
} from './form-parts.tsx';
import { oidcPresets, type Preset, usualOidc } from './presets.ts';
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
  const [authMethod, setAuthMethod] = useState(settings?.authMethod ?? 'client_secret_basic');
  const save = (given: FormData) => {
    const body = bodyOf(given, authMethod);
    return provider
      ? changeProvider(provider.id, body)
      : createProvider({ ...body, ...(preset === 'other' ? {} : { preset }) });
  };
  return (
    <SavedForm action={provider ? words.save : words.create} save={save} {...closing}>
      <p className="notice">{usual.about}</p>
      <FormPart title={words.connection}>
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
        <Tick name="logsOutAtProvider" label={words.logsOut} isOn={settings?.logsOutAtProvider ?? false} />
      </FormPart>
      <FormPart title={words.who}>
        {hasDomains ? (
          <TextField
            name="hostedDomains"
            label={words.domains}
            defaultValue={settings?.hostedDomains.join(', ') ?? ''}
          />
        ) : null}
        <LinkFields settings={settings} linkBy={usual.linkBy} />
      </FormPart>
      <FoldedPart title={words.folded} help={words.foldedHelp}>
        <TextField
          name="scopes"
          label={words.scopes}
          help={words.scopesHelp}
          placeholder={usualOidc.scopes}
          defaultValue={unlessUsual(settings?.scopes, usualOidc.scopes)}
        />
        <Choice
          label={words.authMethod}
          value={authMethod}
          sections={[{ title: '', options: authMethods.map((id) => ({ id, title: words[id] })) }]}
          onChange={(id) => setAuthMethod(id as AuthMethod)} // one of those above
        />
        <ClaimFields settings={settings} />
        {claimNames.map((name) => (
          <TextField
            key={name}
            name={`claims.${name}`}
            label={words[name]}
            placeholder={usualOidc.claims[name]}
            defaultValue={unlessUsual(settings?.claims[name], usualOidc.claims[name])}
          />
        ))}
        <Tick name="splitAtCommas" label={words.splitAtCommas} isOn={settings?.splitAtCommas ?? false} />
        <Tick name="usesUserInfo" label={words.usesUserInfo} isOn={settings?.usesUserInfo ?? false} />
      </FoldedPart>
    </SavedForm>
  );
}

const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;
type AuthMethod = (typeof authMethods)[number];

/** The text of a field that is empty for its usual value. */
function unlessUsual(value: string | undefined, usual: string): string {
  return value === undefined || value === usual ? '' : value;
}

function bodyOf(given: FormData, authMethod: AuthMethod) {
  return {
    name: textIn(given, 'name'),
    ...secretIn(given),
    settings: {
      issuer: textIn(given, 'issuer'),
      clientId: textIn(given, 'clientId'),
      scopes: textIn(given, 'scopes').split(/\s+/).join(' ') || usualOidc.scopes,
      authMethod,
      claims: claimsIn(given, usualOidc.claims),
      usesUserInfo: given.has('usesUserInfo'),
      ...claimSettings(given),
      ...linkSettings(given),
      logsOutAtProvider: given.has('logsOutAtProvider'),
      ...(given.has('hostedDomains') ? { hostedDomains: listIn(given, 'hostedDomains') } : {}),
    },
  };
}
