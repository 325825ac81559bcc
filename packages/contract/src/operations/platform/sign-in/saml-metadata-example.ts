/** A certificate for the example alone. */
const certificate = [
  'MIIDGTCCAgGgAwIBAgIUFloszIo5ct4ZlZBxqmAbeilhLBQwDQYJKoZIhvcNAQELBQAwHDEaMBgGA1UEAwwRbG9naW4uZXhhbXBs',
  'ZS5jb20wHhcNMjYxMTI5MTYwOTAxWhcNNDYxMTI0MTYwOTAxWjAcMRowGAYDVQQDDBFsb2dpbi5leGFtcGxlLmNvbTCCASIwDQYJ',
  'KoZIhvcNAQEBBQADggEPADCCAQoCggEBAMq7bb5nE+hyY0jH3fERWZ5aWXxXHWl2ZyHA4yNdFUVDkZAiLf2/ZPBtvwsrbCVQn1LG',
  'uD8LJcHy4gAdW5O9txD7lSVwcxrfTWLcIK1EW4qVDXZV8jkEtb02kiwrxv3kLBxEujhYHB0UiC56e81/N6Xv5CN6oKDhd4KTQhH8',
  'jNDQtHpfdRL5Ef3a+rkL3hoxEZPbgrifMVisXgg/h4vX5GQUQwnv5sD/Y2VT2A2smcb17b5iEZkZPVuUMnEmU0/RAK+pVDeGSw3I',
  'lclEUsI/HUotGMaPCiSEJ1E82oy+PxkoJwx+ksukYu375d5djXedQRCSzvYsZbLFotjIUEGu+88CAwEAAaNTMFEwHQYDVR0OBBYE',
  'FMa9hxLr61M0KDTOdIOu2EDlcTeeMB8GA1UdIwQYMBaAFMa9hxLr61M0KDTOdIOu2EDlcTeeMA8GA1UdEwEB/wQFMAMBAf8wDQYJ',
  'KoZIhvcNAQELBQADggEBAB9jcRATVWPFusI6vt7DnPQQH2i/pk+d1459uids1M3sWqcFcU7t7MIFAnDfFyDwH3+APgAcW/0RK8qX',
  '0B5oh2YzQ2Wc0fCq99ot9ctSDAyeBbISSwBlcUP6JQ1qCEu3tAY3q+EhhbpaOSZNddQolhjRytlxP+Z/UD02iui9mIRltLaNSNII',
  'vxx+wuTPLJEYBE7dyM2izLIb8WEwtHuPr09jGEDuFbcuNsvBAQ3BeCB+I8b686c/zTM36tI5kbuLRkM/4v5F6uBG2LPs/iGqzPpJ',
  'aISWU9Fsy7Ho1lfau1iarI9slrmEd6rE2AO9oU+X+OVD8dvJdmmHGXPvMoV6Km4=',
].join('');

/** The metadata of a provider of SAML, as an example. */
export const exampleOfSamlMetadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://login.example.com/saml">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.example.com/saml/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
