import { OrreryError } from '@orrery/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { problemsOf } from '../api/ask-as-admin.ts';
import { messageOf } from '../api/message-of.ts';
import { Choice } from '../controls/choice.tsx';
import { FormActions } from '../controls/form-actions.tsx';
import { TextField } from '../controls/text-field.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { changeProvider, createProvider, type ShownSignInProvider } from './sign-in-api.ts';

const presets = ['other', 'google', 'entra', 'okta', 'keycloak'] as const;
type Preset = (typeof presets)[number];
type ShownLinkWay = ShownSignInProvider['settings']['linkBy'][number];

/** Issuers as the providers write them; what differs is in angle brackets. */
const issuers: Readonly<Record<Preset, string>> = {
  other: '',
  google: 'https://accounts.google.com',
  entra: 'https://login.microsoftonline.com/<tenant id>/v2.0',
  okta: 'https://<organization>.okta.com',
  keycloak: 'https://<host>/realms/<realm>',
};

const differences: Readonly<Record<Preset, string>> = {
  other: words.aboutOther,
  google: words.aboutGoogle,
  entra: words.aboutEntra,
  okta: words.aboutOkta,
  keycloak: words.aboutKeycloak,
};

interface ProviderFormProps {
  /** Absent: a new one. */
  readonly provider?: ShownSignInProvider;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

/** Settings of a provider of OpenID Connect. */
export function ProviderForm({ provider, onClose, onSaved }: ProviderFormProps) {
  const [preset, setPreset] = useState<Preset>(provider?.preset ?? 'other');
  const [issuer, setIssuer] = useState(provider?.settings.issuer ?? '');
  const saving = useMutation({
    mutationFn: async (given: FormData) => {
      await (provider
        ? changeProvider(provider.id, bodyOf(given))
        : createProvider({ ...bodyOf(given), ...(preset === 'other' ? {} : { preset }) }));
    },
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(new FormData(event.currentTarget));
  };
  const settings = provider?.settings;
  const linkBy = settings?.linkBy ?? linkedBy[preset];
  const hasDomains = preset === 'google' || URL.parse(issuer)?.hostname === 'accounts.google.com';
  return (
    <form onSubmit={submit}>
      {provider ? null : (
        <Choice
          label={words.preset}
          value={preset}
          sections={[{ title: '', options: presets.map((id) => ({ id, title: words[id] })) }]}
          onChange={(id) => {
            setPreset(id as Preset); // one of those above
            setIssuer('');
          }}
        />
      )}
      <p className="notice">{differences[preset]}</p>
      <TextField
        name="name"
        label={words.name}
        defaultValue={provider?.name ?? ''}
        maxLength={60}
        isRequired
        autoFocus
      />
      <TextField
        key={preset}
        name="issuer"
        label={words.issuer}
        defaultValue={settings?.issuer ?? issuers[preset]}
        onChange={setIssuer}
        isRequired
      />
      <TextField name="clientId" label={words.clientId} defaultValue={settings?.clientId ?? ''} isRequired />
      <TextField
        name="clientSecret"
        label={words.clientSecret}
        help={provider?.hasSecret ? words.secretKept : undefined}
        type="password"
        autoComplete="off"
      />
      {hasDomains ? (
        <TextField name="hostedDomains" label={words.domains} defaultValue={settings?.hostedDomains.join(', ') ?? ''} />
      ) : null}
      <TextField name="groups" label={words.groups} defaultValue={settings?.groups ?? 'groups'} />
      <TextField
        name="externalId"
        label={words.externalId}
        help={words.externalIdHelp}
        defaultValue={settings?.externalId ?? ''}
      />
      <Tick name="mayMake" label={words.mayMake} isOn={settings?.mayMake ?? true} />
      <Tick name="mayLink" label={words.mayLink} isOn={settings?.mayLink ?? true} />
      <Tick key={`name ${preset}`} name="byName" label={words.byName} isOn={linkBy.includes('userName')} />
      <Tick key={`email ${preset}`} name="byEmail" label={words.byEmail} isOn={linkBy.includes('email')} />
      <TextField
        name="emailDomains"
        label={words.emailDomains}
        help={words.emailDomainsHelp}
        defaultValue={settings?.emailDomains.join(', ') ?? ''}
      />
      <Tick name="mayLinkAdmins" label={words.mayLinkAdmins} isOn={settings?.mayLinkAdmins ?? false} />
      <div role="alert">
        {sentencesOf(saving.error).map((sentence) => (
          <p key={sentence} className="notice negative">
            {sentence}
          </p>
        ))}
      </div>
      <FormActions action={provider ? words.save : words.create} onCancel={onClose} />
    </form>
  );
}

/** How people are found at first. Names that people choose themselves, and addresses that are not verified, prove nothing. */
const linkedBy: Readonly<Record<Preset, readonly ShownLinkWay[]>> = {
  other: ['userName', 'email'],
  google: ['email'],
  entra: ['userName'],
  okta: ['userName', 'email'],
  keycloak: ['userName', 'email'],
};

const labels: Readonly<Record<string, string>> = {
  name: words.name,
  clientSecret: words.clientSecret,
  'settings.issuer': words.issuer,
  'settings.clientId': words.clientId,
  'settings.hostedDomains': words.domains,
  'settings.emailDomains': words.emailDomains,
  'settings.groups': words.groups,
  'settings.externalId': words.externalId,
};

function sentencesOf(error: Error | null): readonly string[] {
  if (!error) return [];
  const problems = error instanceof OrreryError ? problemsOf(error.details, labels) : [];
  return problems.length === 0 ? [messageOf(error)] : problems;
}

function Tick({ name, label, isOn }: { readonly name: string; readonly label: string; readonly isOn: boolean }) {
  return (
    <label>
      <input type="checkbox" name={name} defaultChecked={isOn} /> {label}
    </label>
  );
}

function bodyOf(given: FormData) {
  const text = (name: string) => String(given.get(name) ?? '').trim();
  const secret = text('clientSecret');
  const list = (name: string) =>
    text(name)
      .split(/[\s,]+/)
      .filter(Boolean);
  const externalId = text('externalId') || null;
  const linkBy: ShownLinkWay[] = [
    ...(externalId === null ? [] : ['externalId' as const]),
    ...(given.has('byName') ? ['userName' as const] : []),
    ...(given.has('byEmail') ? ['email' as const] : []),
  ];
  return {
    name: text('name'),
    ...(secret === '' ? {} : { clientSecret: secret }),
    settings: {
      issuer: text('issuer'),
      clientId: text('clientId'),
      groups: text('groups') || 'groups',
      externalId,
      linkBy,
      emailDomains: list('emailDomains'),
      ...(given.has('hostedDomains') ? { hostedDomains: list('hostedDomains') } : {}),
      mayMake: given.has('mayMake'),
      mayLink: given.has('mayLink'),
      mayLinkAdmins: given.has('mayLinkAdmins'),
    },
  };
}
