import { useMutation } from '@tanstack/react-query';
import { Switch } from 'react-aria-components';
import { messageOf } from '../api/message-of.ts';
import { CodeBlock } from '../controls/code-block.tsx';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { samlWords } from '../words/authentication/saml-words.ts';
import { CertificateList } from './certificate-list.tsx';
import {
  changeProvider,
  testAddress,
  type ShownOidcProvider,
  type ShownSamlProvider,
  type ShownSignInProvider,
} from './sign-in-api.ts';

interface ProviderFactsProps {
  readonly provider: ShownSignInProvider;
  readonly onChanged: () => Promise<void>;
}

/** A provider that is there: whether it is on, what is wrong with it, and the addresses to copy. */
export function ProviderFacts({ provider, onChanged }: ProviderFactsProps) {
  const { id, key, name, isOn, managedBy, warnings } = provider;
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
      {managedBy === null && !isOn ? <p className="notice">{words.isOff}</p> : null}
      <div role="alert">{turn.error ? <p className="notice negative">{messageOf(turn.error)}</p> : null}</div>
      {warnings.map((warning) => (
        <p key={warning} className="notice warning">
          {warning}
        </p>
      ))}
      <a href={testAddress(key)} target="_blank" rel="noreferrer">
        {words.test(name)}
      </a>
      <Addresses provider={provider} />
    </>
  );
}

function Addresses({ provider }: { readonly provider: ShownSignInProvider }) {
  switch (provider.kind) {
    case 'oidc':
      return <OidcAddresses provider={provider} />;
    case 'saml':
      return <SamlAddresses provider={provider} />;
    case 'github':
      return <Copied label={words.redirect} text={provider.redirectUri} />;
  }
}

function OidcAddresses({ provider }: { readonly provider: ShownOidcProvider }) {
  const { redirectUri, initiateUri, backChannelUri } = provider;
  return (
    <>
      <Copied label={words.redirect} text={redirectUri} />
      <Copied label={words.initiate} text={initiateUri} />
      <Copied label={words.backChannel} text={backChannelUri} />
    </>
  );
}

function SamlAddresses({ provider }: { readonly provider: ShownSamlProvider }) {
  const { name, key, certificates, redirectUri, entityId, metadataUri, startUri } = provider;
  const { ownCertificate, encryptionCertificate } = provider;
  return (
    <>
      <CertificateList certificates={certificates} />
      <Copied label={samlWords.acs} text={redirectUri} />
      <Copied label={samlWords.ownEntityId} text={entityId} />
      <Copied label={samlWords.ownMetadata} text={metadataUri} />
      {metadataUri === null ? null : (
        <a href={metadataUri} download={`orrery-${key}.xml`}>
          {samlWords.openMetadata(name)}
        </a>
      )}
      <Copied label={samlWords.start} text={startUri} />
      <Copied label={samlWords.ownCertificate} text={ownCertificate} />
      <Copied label={samlWords.encryptionCertificate} text={encryptionCertificate} />
    </>
  );
}

/** A text to copy; nothing where there is none. */
function Copied({ label, text }: { readonly label: string; readonly text: string | null }) {
  return text === null ? null : <CodeBlock label={label} text={text} />;
}
