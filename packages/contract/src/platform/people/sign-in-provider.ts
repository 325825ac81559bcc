import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number, wholeNumber } from '../../number.ts';
import { pageInfoSchema } from '../page.ts';

const preset = z.enum(['google', 'entra', 'okta', 'keycloak']);
const linkWay = z.enum(['externalId', 'userName', 'email']);
const authMethod = z.enum(['client_secret_basic', 'client_secret_post', 'none']);
const kind = z.enum(['oidc', 'saml', 'github']);
const oidcSubject = z.enum(['sub', 'oid']);
const samlSubject = z.enum(['persistent', 'nameId', 'attribute']);
const claimName = z.string().trim().min(1).max(1_024);
const certificate = z.string().min(1).max(16_000);
const mostCertificates = 4;
const mostMetadata = 1_000_000;
const mostOrganizations = 20;
const domain = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9.-]+$/, 'is no domain');

export const signInMethodsQuerySchema = z.object({
  account: z.string().max(255).describe('Name of the account; absent: that of the project folder').optional(),
  deploymentId: wholeNumber(number).describe('In place of a name: a deployment of the account').optional(),
  dashboard: z.string().max(255).describe('In place of a name: the public id of a dashboard of the account').optional(),
});

/** The ways to sign in that an account has. */
export const signInMethodsSchema = z.strictObject({
  password: z.boolean().describe('Whether everybody may sign in by a password; else only some people may'),
  providers: z.array(
    z.strictObject({
      /** Part of the address at which a sign-in begins: `/sso/{key}/start`. */
      key: z.string(),
      name: z.string(),
      kind,
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

const linkRules = {
  mayMake: z.boolean(),
  mayLink: z.boolean(),
  mayLinkAdmins: z.boolean(),
  linkBy: z.array(linkWay),
  emailDomains: z.array(z.string()),
};

const commonSettings = {
  ...linkRules,
  claims: claimsSchema,
  groups: z.string(),
  splitAtCommas: z.boolean(),
  externalId: z.string().nullable(),
};

const oidcSettings = z.strictObject({
  ...commonSettings,
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
  authMethod,
  idTokenAlgorithm: z.string(),
  subject: oidcSubject,
  hostedDomains: z.array(z.string()),
  usesUserInfo: z.boolean(),
  logsOutAtProvider: z.boolean(),
});

const samlSettings = z.strictObject({
  ...commonSettings,
  entityId: z.string(),
  ssoUrl: z.string(),
  certificates: z.array(z.string()).describe('In PEM'),
  audience: z.string().nullable().describe('null: the entityId of the answer; empty: not checked'),
  subject: samlSubject,
  subjectAttribute: z.string().nullable(),
  emailIsVerified: z.boolean(),
  mayStartThere: z.boolean(),
  signsRequests: z.boolean(),
  wantsEncryptedAssertions: z.boolean(),
});

const githubSettings = z.strictObject({
  ...linkRules,
  baseUrl: z.string(),
  clientId: z.string(),
  organizations: z.array(z.string()),
});

/** Facts of a certificate of a provider. */
const certificateFacts = z.strictObject({
  subject: z.string(),
  notAfter: instant,
  fingerprint: z.string().describe('SHA-256'),
  isExpired: z.boolean(),
  isWeak: z.boolean().describe('Whether its key has less than 2048 bits'),
});

const providerFields = {
  id: z.int(),
  /** Name in its addresses. */
  key: z.string(),
  name: z.string(),
  preset: preset.nullable(),
  isOn: z.boolean(),
  hasSecret: z.boolean(),
  managedBy: z
    .enum(['environment'])
    .nullable()
    .describe('Who alone changes it: the settings of the server; null: admins'),
  /** Address to register at the provider; null while the public address of this server is not set. */
  redirectUri: z.string().nullable(),
  warnings: z.array(z.string()),
  createdAt: instant,
  updatedAt: instant,
};

/** A provider of OpenID Connect, without its secret. */
export const oidcProviderSchema = z.strictObject({
  ...providerFields,
  kind: z.literal('oidc'),
  settings: oidcSettings,
  /** Address for tiles at the provider: a sign-in begins there, by the parameter `iss`. */
  initiateUri: z.string().nullable(),
  /** Address at which the provider says that a session is over (back-channel logout). */
  backChannelUri: z.string().nullable(),
});

/** A provider of SAML 2.0. Its `redirectUri` is the address of the assertion consumer service. */
export const samlProviderSchema = z.strictObject({
  ...providerFields,
  kind: z.literal('saml'),
  settings: samlSettings,
  /** The name of this service at the provider. */
  entityId: z.string().nullable(),
  /** Address of a document that describes this service to the provider. */
  metadataUri: z.string().nullable(),
  /** Address for links at the provider: a sign-in begins there. */
  startUri: z.string().nullable(),
  certificates: z.array(certificateFacts).describe('Facts of the certificates of the settings, in their order'),
  /** Certificate of the key that requests are signed by, in PEM; null where they are not signed. */
  ownCertificate: z.string().nullable(),
  /** Certificate of the key that the provider encrypts assertions for, in PEM; null where they are not encrypted. */
  encryptionCertificate: z.string().nullable(),
});

/** GitHub, or a GitHub Enterprise Server, without its secret. */
export const githubProviderSchema = z.strictObject({
  ...providerFields,
  kind: z.literal('github'),
  settings: githubSettings,
});

/** A provider of identities that people of the account sign in by, without its secret. */
export const signInProviderSchema = z.discriminatedUnion('kind', [
  oidcProviderSchema,
  samlProviderSchema,
  githubProviderSchema,
]);

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

/** Fields of all kinds; a field that the kind does not have is refused. */
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
  subject: nullAsAbsent(z.union([oidcSubject, samlSubject])).describe(
    'What identifies a person for ever: a claim; for SAML a NameID that is persistent, any NameID but a transient one, or subjectAttribute',
  ),
  claims: nullAsAbsent(claimsInput).describe('Names of the claims that fields are read from'),
  groups: nullAsAbsent(claimName).describe('The claim or attribute with the groups'),
  splitAtCommas: nullAsAbsent(z.boolean()).describe('Whether groups that are one text are several'),
  externalId: claimName.describe('The claim or attribute that equals the externalId of SCIM; null: none').nullish(),
  hostedDomains: nullAsAbsent(z.array(domain).max(100)).describe('Values of the claim hd; empty: any'),
  usesUserInfo: nullAsAbsent(z.boolean()).describe('Whether the user info endpoint is asked too'),
  logsOutAtProvider: nullAsAbsent(z.boolean()).describe('Whether signing out ends the session at the provider too'),
  entityId: nullAsAbsent(z.string().trim().min(1).max(1_024)).describe('Of SAML: the name of the provider'),
  ssoUrl: nullAsAbsent(z.string().min(1).max(1_024)).describe('Of SAML: where people are sent to (HTTP-Redirect)'),
  certificates: nullAsAbsent(z.array(certificate).max(mostCertificates)).describe('Of SAML: in PEM or bare base64'),
  audience: z
    .string()
    .trim()
    .max(1_024)
    .describe('Of SAML: the name of this service at the provider; null: its own entity id, empty: not checked')
    .nullish(),
  subjectAttribute: claimName.describe('Of SAML: the attribute that identifies a person for ever').nullish(),
  emailIsVerified: nullAsAbsent(z.boolean()).describe('Of SAML: whether the provider vouches for addresses'),
  mayStartThere: nullAsAbsent(z.boolean()).describe('Of SAML: whether a sign-in may begin at the provider'),
  signsRequests: nullAsAbsent(z.boolean()).describe('Of SAML: whether requests are signed; true makes a key'),
  wantsEncryptedAssertions: nullAsAbsent(z.boolean()).describe(
    'Of SAML: whether assertions must be encrypted; true makes a key, and those that are not encrypted are refused',
  ),
  baseUrl: nullAsAbsent(z.string().min(1).max(500)).describe(
    'Of GitHub: github.com by default, or the address of an Enterprise Server',
  ),
  organizations: nullAsAbsent(z.array(z.string().min(1).max(100)).max(mostOrganizations)).describe(
    'Of GitHub: of one of these a person must be an active member, at each sign-in; empty: of none',
  ),
});

export const newSignInProviderSchema = z.object({
  kind: nullAsAbsent(kind).describe('oidc (OpenID Connect) by default, saml, or github'),
  name,
  preset: nullAsAbsent(preset),
  isOn: nullAsAbsent(z.boolean()),
  settings: settingsInput,
  clientSecret: clientSecret.nullish(),
});

/** Absent fields stay as they are. A change of the issuer, or of baseUrl, needs the secret again. */
export const signInProviderUpdateSchema = z.object({
  name: nullAsAbsent(name),
  isOn: nullAsAbsent(z.boolean()),
  settings: nullAsAbsent(settingsInput),
  clientSecret: clientSecret.describe('null removes it').nullish(),
});

export const samlMetadataInputSchema = z.object({
  metadata: nullAsAbsent(z.string().min(1).max(mostMetadata)).describe('The document itself'),
  url: nullAsAbsent(z.string().min(1).max(1_024)).describe('Where the document is, in place of it'),
});

/** Settings that the metadata document of a provider of SAML proposes. */
export const samlMetadataSchema = z.strictObject({
  settings: z.strictObject({ entityId: z.string(), ssoUrl: z.string(), certificates: z.array(z.string()) }),
  certificates: z.array(certificateFacts).describe('Facts of the certificates, in their order'),
  warnings: z.array(z.string()),
});

export type WireSignInProvider = z.infer<typeof signInProviderSchema>;
