import { configUrn } from '../urns.ts';
import { largestPage } from '../list/index.ts';

/** Describes which parts of SCIM are supported. @param base address of SCIM, without a slash at its end */
export function configDocument(base: string): object {
  return {
    schemas: [configUrn],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: largestPage },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'An API key of an admin, as a bearer token.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}
