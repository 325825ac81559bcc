export type { MetadataInput, SamlProposal } from './provider-metadata.ts';
export { SamlProtocol } from './saml-protocol.ts';
