import { z } from 'zod';
import { instant } from './instant.ts';
import { pageInfoSchema } from './page.ts';

const longestCertificates = 65_536;

/** A database server that a deployment asks, without its password. */
export const dataSourceSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  host: z.string(),
  port: z.int(),
  database: z.string(),
  user: z.string(),
  /** Where plain table names are looked up; empty: where the user's are. */
  schema: z.array(z.string()),
  ssl: z.strictObject({ mode: z.string(), ca: z.string().nullable() }),
  createdAt: instant,
  updatedAt: instant,
});

export const dataSourcesSchema = z.strictObject({ items: z.array(dataSourceSchema), pageInfo: pageInfoSchema });

const server = {
  port: z.int().min(1).max(65_535).optional(),
  schema: z.array(z.string()).max(20).optional(),
  /** `verify-full` when it is not given; `disable` for a server on the same machine. */
  ssl: z.object({ mode: z.string().optional(), ca: z.string().max(longestCertificates).nullish() }).optional(),
};

const text = z.string().max(255);
const password = z.string().max(1_000).describe('Is not shown again');

export const newDataSourceSchema = z.object({
  name: text,
  type: z.string().describe('postgres or mysql'),
  host: text,
  database: text,
  user: text,
  password,
  ...server,
});

/** What is not given stays. The password is given again where host, port or ssl change. */
export const dataSourceUpdateSchema = z.object({
  host: text.optional(),
  database: text.optional(),
  user: text.optional(),
  password: password.optional(),
  ...server,
});

export type WireDataSource = z.infer<typeof dataSourceSchema>;
