import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { FormActions } from '../controls/form-actions.tsx';
import { TextField } from '../controls/text-field.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { Problems } from '../controls/problems.tsx';
import { fieldLabels } from './field-labels.ts';
import type { ShownLinkWay, ShownSignInProvider } from './sign-in-api.ts';

type ShownSettings = ShownSignInProvider['settings'];

interface SavedFormProps {
  /** Words of the button that sends it. */
  readonly action: string;
  readonly save: (given: FormData) => Promise<unknown>;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form that closes when it is saved, and else says everything that is wrong. */
export function SavedForm({ action, save, onSaved, onClose, children }: SavedFormProps) {
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      {children}
      <Problems error={saving.error} labels={fieldLabels} />
      <FormActions action={action} onCancel={onClose} />
    </form>
  );
}

interface FormPartProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A group of fields, in two columns where there is room. */
export function FormPart({ title, children }: FormPartProps) {
  return (
    <fieldset className="part">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** A group of fields that few need, folded. */
export function FoldedPart({ title, help, children }: FormPartProps & { readonly help: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <p className="help">{help}</p>
      <div className="part">{children}</div>
    </details>
  );
}

export function Tick({ name, label, isOn }: { readonly name: string; readonly label: string; readonly isOn: boolean }) {
  return (
    <label>
      <input type="checkbox" name={name} defaultChecked={isOn} /> {label}
    </label>
  );
}

/** The name of a provider. */
export function NameField({ value }: { readonly value: string | undefined }) {
  return <TextField name="name" label={words.name} defaultValue={value ?? ''} maxLength={60} isRequired autoFocus />;
}

interface ClientFieldsProps {
  readonly provider: { readonly settings: { readonly clientId: string }; readonly hasSecret: boolean } | undefined;
  /** Says that the stored secret stays. */
  readonly secretKept: string;
}

/** The id of this server at the provider, and its secret. */
export function ClientFields({ provider, secretKept }: ClientFieldsProps) {
  return (
    <>
      <TextField name="clientId" label={words.clientId} defaultValue={provider?.settings.clientId ?? ''} isRequired />
      <TextField
        name="clientSecret"
        label={words.clientSecret}
        help={provider?.hasSecret ? secretKept : undefined}
        type="password"
        autoComplete="off"
      />
    </>
  );
}

export const claimNames = ['userName', 'email', 'givenName', 'familyName', 'displayName'] as const;
type ShownClaims = Readonly<Record<(typeof claimNames)[number], string>>;

/** The names of what a provider states about people; an empty field has its usual one. */
export function claimsIn(given: FormData, usual: ShownClaims): ShownClaims {
  const names = claimNames.map((name) => [name, textIn(given, `claims.${name}`) || usual[name]]);
  return Object.fromEntries(names) as ShownClaims; // one for each name
}

interface ClaimFieldsProps {
  readonly settings: Extract<ShownSettings, { readonly groups: string }> | undefined;
  /** Words for what a provider states. */
  readonly labels?: { readonly groups: string; readonly externalId: string };
}

/** Names of what a provider states about groups, and of the id of SCIM. */
export function ClaimFields({ settings, labels: named = words }: ClaimFieldsProps) {
  return (
    <>
      <TextField name="groups" label={named.groups} defaultValue={settings?.groups ?? 'groups'} />
      <TextField
        name="externalId"
        label={named.externalId}
        help={words.externalIdHelp}
        defaultValue={settings?.externalId ?? ''}
      />
    </>
  );
}

interface LinkFieldsProps {
  readonly settings: ShownSettings | undefined;
  /** How people are found unless the settings say so. */
  readonly linkBy: readonly ShownLinkWay[];
}

/** Rules for the user that a person becomes at the first sign-in. */
export function LinkFields({ settings, linkBy: usual }: LinkFieldsProps) {
  const linkBy = settings?.linkBy ?? usual;
  const key = usual.join();
  return (
    <>
      <TextField
        name="emailDomains"
        label={words.emailDomains}
        help={words.emailDomainsHelp}
        defaultValue={settings?.emailDomains.join(', ') ?? ''}
      />
      <div className="ticks">
        <Tick name="mayMake" label={words.mayMake} isOn={settings?.mayMake ?? true} />
        <Tick name="mayLink" label={words.mayLink} isOn={settings?.mayLink ?? true} />
        <Tick key={`name ${key}`} name="byName" label={words.byName} isOn={linkBy.includes('userName')} />
        <Tick key={`email ${key}`} name="byEmail" label={words.byEmail} isOn={linkBy.includes('email')} />
        <Tick name="mayLinkAdmins" label={words.mayLinkAdmins} isOn={settings?.mayLinkAdmins ?? false} />
      </div>
    </>
  );
}

export function textIn(given: FormData, name: string): string {
  return String(given.get(name) ?? '').trim();
}

/** Words with commas or blanks between them. */
export function listIn(given: FormData, name: string): string[] {
  return textIn(given, name)
    .split(/[\s,]+/)
    .filter(Boolean);
}

/** Reads the secret of `ClientFields`; an empty one leaves the stored one. */
export function secretIn(given: FormData) {
  const clientSecret = textIn(given, 'clientSecret');
  return clientSecret === '' ? {} : { clientSecret };
}

/** Reads the fields of `ClaimFields`, and whether groups are separated by commas. */
export function claimSettings(given: FormData) {
  return {
    groups: textIn(given, 'groups') || 'groups',
    splitAtCommas: given.has('splitAtCommas'),
    externalId: textIn(given, 'externalId') || null,
  };
}

/** Reads the fields of `LinkFields`. People are found by the id of SCIM where the form names one. */
export function linkSettings(given: FormData) {
  const linkBy: ShownLinkWay[] = [
    ...(textIn(given, 'externalId') === '' ? [] : ['externalId' as const]),
    ...(given.has('byName') ? ['userName' as const] : []),
    ...(given.has('byEmail') ? ['email' as const] : []),
  ];
  return {
    linkBy,
    emailDomains: listIn(given, 'emailDomains'),
    mayMake: given.has('mayMake'),
    mayLink: given.has('mayLink'),
    mayLinkAdmins: given.has('mayLinkAdmins'),
  };
}
