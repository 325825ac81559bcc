import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';

const preset = z.enum(['google', 'entra', 'okta', 'keycloak']);
const linkWay = z.enum(['externalId', 'userName', 'email']);
const authMethod = z.enum(['client_secret_basic', 'client_secret_post', 'none']);
const subject = z.enum(['sub', 'oid']);
const claimName = z.string().trim().min(1).max(255);
const domain = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9.-]+$/, 'is no domain');

export const signInMethodsQuerySchema = z.object({
  account: z.string().max(255).describe('Name of the account; absent: that of the project folder').optional(),
});

/** The ways to sign in that an account has. */
export const signInMethodsSchema = z.strictObject({
  password: z.boolean().describe('Whether everybody may sign in by a password; else only some people may'),
  providers: z.array(
    z.strictObject({
      /** Part of the address at which a sign-in begins: `/sso/{key}/start`. */
      key: z.string(),
      name: z.string(),
      kind: z.enum(['oidc']),
      preset: preset.nullable(),
    }),
  ),
});

const claimsSchema = z.strictObject({
  userName: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  displayName: z.string(),
});

const settingsSchema = z.strictObject({
  mayMake: z.boolean(),
  mayLink: z.boolean(),
  mayLinkAdmins: z.boolean(),
  linkBy: z.array(linkWay),
  emailDomains: z.array(z.string()),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
  authMethod,
  idTokenAlgorithm: z.string(),
  subject,
  claims: claimsSchema,
  groups: z.string(),
  splitAtCommas: z.boolean(),
  externalId: z.string().nullable(),
  hostedDomains: z.array(z.string()),
  usesUserInfo: z.boolean(),
  logsOutAtProvider: z.boolean(),
});

/** A provider of identities that people of the account sign in by, without its secret. */
export const signInProviderSchema = z.strictObject({
  id: z.int(),
  /** Name in its addresses. */
  key: z.string(),
  kind: z.enum(['oidc']),
  name: z.string(),
  preset: preset.nullable(),
  isOn: z.boolean(),
  settings: settingsSchema,
  hasSecret: z.boolean(),
  managedBy: z
    .enum(['environment'])
    .nullable()
    .describe('Who alone changes it: the settings of the server; null: admins'),
  /** Address to register at the provider; null while the public address of this server is not set. */
  redirectUri: z.string().nullable(),
  /** Address for tiles at the provider: a sign-in begins there, by the parameter `iss`. */
  initiateUri: z.string().nullable(),
  /** Address at which the provider says that a session is over (back-channel logout). */
  backChannelUri: z.string().nullable(),
  warnings: z.array(z.string()),
  createdAt: instant,
  updatedAt: instant,
});

export const signInProvidersSchema = z.strictObject({
  items: z.array(signInProviderSchema),
  pageInfo: pageInfoSchema,
});

/** The identities of users at providers. */
export const signInIdentitiesSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.int(),
      userId: z.int(),
      username: z.string(),
      provider: z.string().describe('Name of the provider'),
      issuer: z.string(),
      /** The provider's own id of the person. */
      subject: z.string(),
      createdAt: instant,
      lastUsedAt: instant,
    }),
  ),
  pageInfo: pageInfoSchema,
});

const name = z.string().trim().min(1).max(60).describe('The text of its button');
const clientSecret = z.string().min(1).max(4_000).describe('Is not shown again');

const claimsInput = z.object({
  userName: nullAsAbsent(claimName),
  email: nullAsAbsent(claimName),
  givenName: nullAsAbsent(claimName),
  familyName: nullAsAbsent(claimName),
  displayName: nullAsAbsent(claimName),
});

const settingsInput = z.object({
  mayMake: nullAsAbsent(z.boolean()).describe('Whether people without a user get one'),
  mayLink: nullAsAbsent(z.boolean()).describe('Whether people become a user that exists'),
  mayLinkAdmins: nullAsAbsent(z.boolean()).describe('Whether that user may be an admin'),
  linkBy: nullAsAbsent(z.array(linkWay).max(3)).describe('How that user is found at the first sign-in'),
  emailDomains: nullAsAbsent(z.array(domain).max(100)).describe('Domains of verified addresses; empty: any'),
  issuer: nullAsAbsent(z.string().min(1).max(500)),
  clientId: nullAsAbsent(z.string().min(1).max(255)),
  scopes: nullAsAbsent(z.string().min(1).max(1_000)),
  authMethod: nullAsAbsent(authMethod),
  idTokenAlgorithm: nullAsAbsent(z.string().min(1).max(20)),
  subject: nullAsAbsent(subject).describe('The claim that identifies a person for ever'),
  claims: nullAsAbsent(claimsInput).describe('Names of the claims that fields are read from'),
  groups: nullAsAbsent(claimName).describe('The claim with the groups'),
  splitAtCommas: nullAsAbsent(z.boolean()).describe('Whether a group claim that is one text holds several'),
  externalId: claimName.describe('The claim that equals the externalId of SCIM; null: none').nullish(),
  hostedDomains: nullAsAbsent(z.array(domain).max(100)).describe('Values of the claim hd; empty: any'),
  usesUserInfo: nullAsAbsent(z.boolean()).describe('Whether the user info endpoint is asked too'),
  logsOutAtProvider: nullAsAbsent(z.boolean()).describe('Whether signing out ends the session at the provider too'),
});

export const newSignInProviderSchema = z.object({
  name,
  preset: nullAsAbsent(preset),
  isOn: nullAsAbsent(z.boolean()),
  settings: settingsInput,
  clientSecret: clientSecret.nullish(),
});

/** Absent fields stay as they are. A change of the issuer needs the secret again. */
export const signInProviderUpdateSchema = z.object({
  name: nullAsAbsent(name),
  isOn: nullAsAbsent(z.boolean()),
  settings: nullAsAbsent(settingsInput),
  clientSecret: clientSecret.describe('null removes it').nullish(),
});

export type WireSignInProvider = z.infer<typeof signInProviderSchema>;
