import type { OpenProvider } from '@orrery/people';

export type OidcProvider = Extract<OpenProvider, { readonly kind: 'oidc' }>;
