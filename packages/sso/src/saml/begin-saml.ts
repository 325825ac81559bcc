import { SAML } from '@node-saml/node-saml';
import { ownEntityId } from '@orrery/people';
import { consumerAddress } from './require-assertion.ts';
import type { SamlProvider } from './message.ts';

interface BegunRequest {
  /** The public address of this server. */
  readonly own: string;
  readonly state: string;
  readonly loginHint: string | undefined;
}

/** Ids begin with a letter or this mark. */
const mark = '_';

/** @returns the address at the provider that the person is sent to */
export function beginSaml(provider: SamlProvider, { own, state, loginHint }: BegunRequest): Promise<string> {
  const { settings, key, ownKey } = provider;
  const request = new SAML({
    callbackUrl: consumerAddress(own, key),
    issuer: ownEntityId(provider, own),
    idpCert: [...settings.certificates],
    entryPoint: settings.ssoUrl,
    // The library's default asks for an address, by the form of a password.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => `${mark}${state}`,
    // The library's default is SHA-1.
    ...(ownKey === undefined ? {} : { privateKey: ownKey, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' }),
  });
  const additionalParams = loginHint === undefined ? {} : { login_hint: loginHint };
  return request.getAuthorizeUrlAsync('', undefined, { additionalParams });
}

/** Returns the state of the flow whose request has this id. */
export function stateOf(requestId: string): string {
  return requestId.startsWith(mark) ? requestId.slice(mark.length) : '';
}
