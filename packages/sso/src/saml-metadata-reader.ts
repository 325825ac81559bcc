import type { MetadataInput, SamlProposal } from './saml/index.ts';

/** Reads what the metadata of a provider of SAML says. @throws InvalidInput */
export type ReadSamlMetadata = (input: MetadataInput) => Promise<SamlProposal>;

/** @param send asks addresses that admins name: only those that may be reached, and without redirects */
export function samlMetadataReader(send: typeof fetch): ReadSamlMetadata {
  return async (input) => {
    const { readProviderMetadata } = await import('./saml/provider-metadata.ts');
    return readProviderMetadata(input, send);
  };
}
