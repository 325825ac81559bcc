import * as client from 'openid-client';
import type { OpenProvider } from '@orrery/people';
import { SsoFault } from '../fault/index.ts';

/**
 * The address at which the provider ends its session of the browser (OpenID Connect RP-Initiated Logout 1.0). ID tokens are
 * not kept, so the provider may ask the person first. @throws SsoFault
 */
export function signOutAddressAt(
  configuration: client.Configuration,
  { name }: Pick<OpenProvider, 'name'>,
  returnAddress: string,
): string {
  if (configuration.serverMetadata().end_session_endpoint === undefined) {
    const sentence = `You are signed out here. ${name} names no address to sign out at, so you may still be signed in there.`;
    throw new SsoFault('sso.no-sign-out', sentence, 'the metadata has no end_session_endpoint');
  }
  return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnAddress }).href;
}
