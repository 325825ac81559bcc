import {
  newSignInProviderSchema,
  pageQuerySchema,
  signInMethodsQuerySchema,
  signInMethodsSchema,
  signInPolicySchema,
  signInPolicyUpdateSchema,
  signInProviderSchema,
  signInProvidersSchema,
  signInProviderUpdateSchema,
} from '../../../platform/index.ts';
import { get, post, put, remove } from '../../operation.ts';
import { anybody, governor, withoutTokens } from '../../takes.ts';

const tag = 'Signing in';

/** Providers of identities that people of the account sign in by. */
export const signInProviderOperations = {
  methods: get('/sign-in-methods', {
    id: 'getSignInMethods',
    tag,
    summary: 'The ways to sign in to an account; an unknown account answers as one with passwords only',
    takes: anybody,
    query: signInMethodsQuerySchema,
    answer: signInMethodsSchema,
  }),
  policy: get('/sign-in-policy', {
    id: 'getSignInPolicy',
    tag,
    summary: 'Who may sign in by a password',
    takes: governor,
    answer: signInPolicySchema,
  }),
  updatePolicy: put('/sign-in-policy', {
    id: 'updateSignInPolicy',
    mayConflict: true,
    tag,
    summary: 'Require single sign-on, with exceptions; refused where no admin could sign in any more',
    takes: withoutTokens(governor),
    body: signInPolicyUpdateSchema,
    answer: signInPolicySchema,
    example: { requiresProvider: true, exceptUserIds: [1] },
  }),
  list: get('/sign-in-providers', {
    id: 'getSignInProviders',
    tag,
    summary: 'List the providers that people sign in by, without their secrets',
    takes: governor,
    query: pageQuerySchema,
    answer: signInProvidersSchema,
  }),
  create: post('/sign-in-providers', {
    id: 'createSignInProvider',
    mayConflict: true,
    tag,
    summary: 'Let people sign in by a provider of OpenID Connect',
    takes: withoutTokens(governor),
    body: newSignInProviderSchema,
    answer: signInProviderSchema,
    example: {
      name: 'Company',
      preset: 'keycloak',
      settings: { issuer: 'https://login.example.com/realms/company', clientId: 'orrery' },
      clientSecret: 'example-of-a-secret',
    },
  }),
  get: get('/sign-in-providers/:id', {
    id: 'getSignInProvider',
    tag,
    summary: 'A provider that people sign in by, without its secret',
    takes: governor,
    idOf: 'sign-in provider',
    answer: signInProviderSchema,
  }),
  update: put('/sign-in-providers/:id', {
    id: 'updateSignInProvider',
    mayConflict: true,
    tag,
    summary: 'Change a provider; absent fields stay unchanged',
    takes: withoutTokens(governor),
    idOf: 'sign-in provider',
    body: signInProviderUpdateSchema,
    answer: signInProviderSchema,
    example: { isOn: false },
  }),
  delete: remove('/sign-in-providers/:id', {
    id: 'deleteSignInProvider',
    mayConflict: true,
    tag,
    summary: 'Remove a provider; users who signed in by it stay',
    takes: withoutTokens(governor),
    idOf: 'sign-in provider',
    answer: 'nothing',
  }),
};
