import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { number } from '../../number.ts';
import { pageInfoSchema } from '../page.ts';
import { name } from '../text.ts';
import { oauthScope } from './connect.ts';
import { builtInRole as role } from './role.ts';

/** An application that may act for users of the account. */
export const oauthClientSchema = z.strictObject({
  id: z.int(),
  /** The name by which the application calls itself in requests. */
  clientId: z.string(),
  name: z.string(),
  /** `admin`: made by an admin of the account; others can only be looked at, and ended. */
  kind: z.enum(['own', 'admin', 'registered', 'document']),
  /** Whether it has a secret. */
  isConfidential: z.boolean(),
  redirectUris: z.array(z.string()),
  grantTypes: z.array(z.string()),
  /** Scopes of a request that names none; its service account never has others. */
  scopes: z.array(oauthScope),
  /** The user that it is when it acts by its secret alone; `null`: it acts for people only. */
  serviceUserId: z.int().nullable(),
  /** Role of its service account. */
  role: role.nullable(),
  /** Deployments of its service account; `null`: all, later ones too. */
  deploymentIds: z.array(z.int()).nullable(),
  /** The last four characters of the secret, to recognise it; `null` too for what no admin of the account made. */
  secretTail: z.string().nullable(),
  createdAt: instant,
  /** The last use in the account, to the minute. */
  lastUsedAt: instant.nullable(),
  /** How often somebody of the account has connected it, as far as that has not ended. */
  grantCount: z.int(),
});

export const oauthClientsSchema = z.strictObject({ items: z.array(oauthClientSchema), pageInfo: pageInfoSchema });

/** An application with its new secret, the only time that it is shown. */
export const madeOAuthClientSchema = oauthClientSchema.extend({ clientSecret: z.string().nullable() });

const redirectUris = z
  .array(z.string().min(1).max(2_000))
  .max(20)
  .describe('Where it may be answered: https, an address of the own machine, or a scheme of its own');
const deploymentIds = z.array(number).min(1).max(1_000);
const scopes = z.array(oauthScope).min(1).max(10);

export const newOAuthClientSchema = z.object({
  name,
  isConfidential: nullAsAbsent(z.boolean()).describe('Whether it gets a secret; default: true'),
  redirectUris: nullAsAbsent(redirectUris),
  scopes: nullAsAbsent(scopes).describe('Scopes of a request that names none; default: mcp-agent-access'),
  role: nullAsAbsent(role).describe('Role of a service account, as which it acts by its secret alone; absent: none'),
  deploymentIds: deploymentIds.describe('Deployments of the service account; null or absent: all').nullish(),
});

/** Absent fields stay as they are. */
export const oauthClientUpdateSchema = z.object({
  name: nullAsAbsent(name),
  redirectUris: nullAsAbsent(redirectUris),
  scopes: nullAsAbsent(scopes),
  role: role.nullish().describe('Role of the service account; null only where there is none'),
  deploymentIds: deploymentIds.describe('Deployments of the service account; null: all, also later ones').nullish(),
});

export type WireOAuthClient = z.infer<typeof oauthClientSchema>;
