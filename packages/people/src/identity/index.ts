export { EnvironmentProvider, newProviderFaults } from './environment-provider.ts';
export { flowMs, FlowService } from './flow-service.ts';
export { IdentityService, type Presented, type RefusedPerson } from './identity-service.ts';
export { LinkedIdentities } from './linked-identities.ts';
export { type OpenProvider, ProviderService } from './provider-service.ts';
export { ProviderSignIn, type TestedSignIn } from './provider-sign-in.ts';
export { ProviderSignOut } from './provider-sign-out.ts';
export { environmentKey, type SignInProvider } from './sign-in-provider.ts';
