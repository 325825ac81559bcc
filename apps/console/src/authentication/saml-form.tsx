import { useState } from 'react';
import { Choice } from '../controls/choice.tsx';
import { TextArea } from '../controls/text-area.tsx';
import { TextField } from '../controls/text-field.tsx';
import { samlWords as words } from '../words/authentication/saml-words.ts';
import { authenticationWords } from '../words/authentication/authentication-words.ts';
import { CertificateList } from './certificate-list.tsx';
import {
  ClaimFields,
  claimNames,
  claimSettings,
  claimsIn,
  FoldedPart,
  FormPart,
  LinkFields,
  linkSettings,
  NameField,
  SavedForm,
  textIn,
  Tick,
} from './form-parts.tsx';
import { type Preset, samlPresets } from './presets.ts';
import { SamlMetadata } from './saml-metadata.tsx';
import { changeProvider, createProvider, type SamlMetadataRead, type ShownSamlProvider } from './sign-in-api.ts';

interface SamlFormProps {
  /** Absent: a new one. */
  readonly provider: ShownSamlProvider | undefined;
  readonly preset: Preset;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

const subjects = ['persistent', 'nameId', 'attribute'] as const;
type SamlSubject = (typeof subjects)[number];

/** Settings of a provider of SAML 2.0. Its metadata fills in the fields, which can be changed. */
export function SamlForm({ provider, preset, ...closing }: SamlFormProps) {
  const settings = provider?.settings;
  const usual = samlPresets[preset];
  const [read, setRead] = useState<SamlMetadataRead>();
  const [subject, setSubject] = useState<SamlSubject>();
  const chosen = subject ?? settings?.subject ?? usual.subject;
  const from = read?.settings ?? settings;
  // Fields begin anew with what was read.
  const filled = read?.settings.entityId ?? '';
  const save = (given: FormData) => {
    const body = bodyOf(given, chosen);
    if (provider) return changeProvider(provider.id, body);
    return createProvider({ ...body, kind: 'saml', ...(preset === 'other' ? {} : { preset }) });
  };
  return (
    <SavedForm action={provider ? authenticationWords.save : authenticationWords.create} save={save} {...closing}>
      <p className="notice">{usual.about}</p>
      <SamlMetadata onRead={setRead} />
      <FormPart title={authenticationWords.connection}>
        <NameField value={provider?.name} />
        {(['entityId', 'ssoUrl'] as const).map((name) => (
          <TextField
            key={`${name} ${filled}`}
            name={name}
            label={words[name]}
            defaultValue={from?.[name] ?? ''}
            isRequired
          />
        ))}
        <TextArea
          key={`certificates ${filled}`}
          name="certificates"
          label={words.certificates}
          help={words.certificatesHelp}
          defaultValue={from?.certificates.join('\n') ?? ''}
          isRequired
        />
      </FormPart>
      <CertificateList certificates={read?.certificates ?? provider?.certificates ?? []} />
      <FormPart title={authenticationWords.who}>
        <Choice
          label={words.subject}
          value={chosen}
          sections={[{ title: '', options: subjects.map((id) => ({ id, title: words[id] })) }]}
          onChange={(id) => setSubject(id as SamlSubject)} // one of those above
        />
        {chosen === 'attribute' ? (
          <TextField
            key={preset}
            name="subjectAttribute"
            label={words.subjectAttribute}
            defaultValue={settings?.subjectAttribute ?? usual.subjectAttribute ?? ''}
            isRequired
          />
        ) : null}
        <LinkFields settings={settings} linkBy={usual.linkBy} />
        <Tick
          key={`vouched ${preset}`}
          name="emailIsVerified"
          label={words.emailIsVerified}
          isOn={settings?.emailIsVerified ?? usual.emailIsVerified ?? false}
        />
      </FormPart>
      <FoldedPart title={words.attributes} help={words.attributesHelp}>
        {claimNames.map((name) => (
          <TextField
            key={name}
            name={`claims.${name}`}
            label={words[name]}
            defaultValue={settings?.claims[name] ?? usualClaims[name]}
          />
        ))}
        <ClaimFields settings={settings} labels={words} />
        <Tick name="splitAtCommas" label={words.splitAtCommas} isOn={settings?.splitAtCommas ?? false} />
      </FoldedPart>
      <FoldedPart title={words.folded} help={words.foldedHelp}>
        <TextField
          name="audience"
          label={words.audience}
          help={words.audienceHelp}
          defaultValue={settings?.audience ?? ''}
        />
        <Tick name="anyAudience" label={words.anyAudience} isOn={settings?.audience === ''} />
        <Tick name="mayStartThere" label={words.mayStartThere} isOn={settings?.mayStartThere ?? true} />
        <Tick name="signsRequests" label={words.signsRequests} isOn={settings?.signsRequests ?? false} />
        <Tick
          name="wantsEncryptedAssertions"
          label={words.wantsEncryptedAssertions}
          isOn={settings?.wantsEncryptedAssertions ?? false}
        />
      </FoldedPart>
    </SavedForm>
  );
}

type ShownClaimNames = ShownSamlProvider['settings']['claims'];

const usualClaims: ShownClaimNames = {
  ...{ userName: 'userName', email: 'email' },
  ...{ givenName: 'firstName', familyName: 'lastName', displayName: 'name' },
};

function bodyOf(given: FormData, subject: SamlSubject) {
  return {
    name: textIn(given, 'name'),
    settings: {
      entityId: textIn(given, 'entityId'),
      ssoUrl: textIn(given, 'ssoUrl'),
      certificates: certificatesIn(textIn(given, 'certificates')),
      audience: given.has('anyAudience') ? '' : textIn(given, 'audience') || null,
      subject,
      ...(subject === 'attribute' ? { subjectAttribute: textIn(given, 'subjectAttribute') } : {}),
      claims: claimsIn(given, usualClaims),
      ...claimSettings(given),
      ...linkSettings(given),
      emailIsVerified: given.has('emailIsVerified'),
      mayStartThere: given.has('mayStartThere'),
      signsRequests: given.has('signsRequests'),
      wantsEncryptedAssertions: given.has('wantsEncryptedAssertions'),
    },
  };
}

/** Several certificates one below the other, or a single one as bare base64. */
function certificatesIn(text: string): string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g);
  return found ?? [text];
}
