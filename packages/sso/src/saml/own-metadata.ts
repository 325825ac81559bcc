import { escapeHtml } from '@orrery/kernel';
import { ownEntityId } from '@orrery/people';
import { metadataSpace, protocolSpace, signatureSpace } from './elements.ts';
import { consumerAddress } from './require-assertion.ts';
import type { SamlProvider } from './message.ts';

/** Describes this service to a provider of SAML: what it is called, where answers go, and by which key it signs. */
export function ownMetadata(provider: SamlProvider, own: string): string {
  const { ownCertificate } = provider.settings;
  const certificate = ownCertificate?.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  const key =
    certificate === undefined
      ? ''
      : `
    <KeyDescriptor use="signing"><KeyInfo xmlns="${signatureSpace}"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${metadataSpace}" entityID="${escapeHtml(ownEntityId(provider, own))}">
  <SPSSODescriptor protocolSupportEnumeration="${protocolSpace}" AuthnRequestsSigned="${certificate !== undefined}" WantAssertionsSigned="true">${key}
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeHtml(consumerAddress(own, provider.key))}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}
