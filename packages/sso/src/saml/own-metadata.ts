import { escapeHtml } from '@orrery/kernel';
import { ownEntityId } from '@orrery/people';
import { metadataSpace, protocolSpace, signatureSpace } from './elements.ts';
import { encryptionMethods } from './encrypted-assertion.ts';
import { consumerAddress } from './require-assertion.ts';
import type { SamlProvider } from './message.ts';

/** Describes this service to a provider of SAML: what it is called, where answers go, and which keys it has. */
export function ownMetadata(provider: SamlProvider, own: string): string {
  const { ownCertificate, encryptionCertificate } = provider.settings;
  const methods = encryptionMethods.map((each) => `<EncryptionMethod Algorithm="${each}"/>`).join('');
  const keys = keyOf('signing', ownCertificate, '') + keyOf('encryption', encryptionCertificate, methods);
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${metadataSpace}" entityID="${escapeHtml(ownEntityId(provider, own))}">
  <SPSSODescriptor protocolSupportEnumeration="${protocolSpace}" AuthnRequestsSigned="${ownCertificate !== undefined}" WantAssertionsSigned="true">${keys}
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeHtml(consumerAddress(own, provider.key))}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}

function keyOf(use: 'signing' | 'encryption', certificate: string | undefined, methods: string): string {
  if (certificate === undefined) return '';
  const bare = certificate.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  const info = `<KeyInfo xmlns="${signatureSpace}"><X509Data><X509Certificate>${bare}</X509Certificate></X509Data></KeyInfo>`;
  return `
    <KeyDescriptor use="${use}">${info}${methods}</KeyDescriptor>`;
}
