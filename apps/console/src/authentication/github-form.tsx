import { TextField } from '../controls/text-field.tsx';
import { authenticationWords } from '../words/authentication/authentication-words.ts';
import { githubWords as words } from '../words/authentication/github-words.ts';
import {
  ClientFields,
  FormPart,
  LinkFields,
  linkSettings,
  listIn,
  NameField,
  SavedForm,
  secretIn,
  textIn,
} from './form-parts.tsx';
import { changeProvider, createProvider, type ShownGitHubProvider } from './sign-in-api.ts';

interface GitHubFormProps {
  /** Absent: a new one. */
  readonly provider: ShownGitHubProvider | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

/** Settings of GitHub, or of a GitHub Enterprise Server. */
export function GitHubForm({ provider, ...closing }: GitHubFormProps) {
  const settings = provider?.settings;
  const save = (given: FormData) =>
    provider ? changeProvider(provider.id, bodyOf(given)) : createProvider({ ...bodyOf(given), kind: 'github' });
  return (
    <SavedForm action={provider ? authenticationWords.save : authenticationWords.create} save={save} {...closing}>
      <p className="notice">{words.about}</p>
      <FormPart title={authenticationWords.connection}>
        <NameField value={provider?.name ?? authenticationWords.github} />
        <TextField
          name="baseUrl"
          label={words.baseUrl}
          help={words.baseUrlHelp}
          defaultValue={settings?.baseUrl ?? 'https://github.com'}
          isRequired
        />
        <ClientFields provider={provider} secretKept={words.secretKept} />
      </FormPart>
      <FormPart title={authenticationWords.who}>
        <TextField
          name="organizations"
          label={words.organizations}
          help={words.organizationsHelp}
          defaultValue={settings?.organizations.join(', ') ?? ''}
        />
        <LinkFields settings={settings} linkBy={['email']} />
      </FormPart>
    </SavedForm>
  );
}

function bodyOf(given: FormData) {
  return {
    name: textIn(given, 'name'),
    ...secretIn(given),
    settings: {
      baseUrl: textIn(given, 'baseUrl').replace(/\/$/, ''),
      clientId: textIn(given, 'clientId'),
      organizations: listIn(given, 'organizations'),
      ...linkSettings(given),
    },
  };
}
