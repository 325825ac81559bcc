import type { OpenProvider } from '@orrery/people';

export type GitHubProvider = Extract<OpenProvider, { readonly kind: 'github' }>;
