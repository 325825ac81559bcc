import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';

const longestCertificates = 65_536;

/** A text of which the description says what the service asks of it, together with all else that is wrong. */
function said(rules: { minLength?: number; maxLength?: number; pattern?: string; enum?: string[] }) {
  return z.string().max(1_000).meta(rules);
}

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
  port: nullAsAbsent(z.int().min(1).max(65_535)),
  schema: nullAsAbsent(z.array(said({ minLength: 1, maxLength: 63 })).max(20)).describe('Of postgres'),
  /** `verify-full` when it is not given; `disable` for a server on the same machine. */
  ssl: nullAsAbsent(
    z.object({
      mode: nullAsAbsent(said({ enum: ['disable', 'require', 'verify-ca', 'verify-full'] })),
      ca: z.string().max(longestCertificates).describe('Certificates (PEM); null: those of the machine').nullish(),
    }),
  ),
};

const host = said({ minLength: 1, maxLength: 255 });
const text = said({ minLength: 1, maxLength: 128 });
const password = z.string().max(1_000).describe('Is not shown again');

export const newDataSourceSchema = z.object({
  name: said({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' }),
  type: said({ enum: ['postgres', 'mysql'] }),
  host,
  database: text,
  user: text,
  password,
  ...server,
});

/** Absent fields stay as they are. A change of host, port or ssl needs the password again. */
export const dataSourceUpdateSchema = z.object({
  host: nullAsAbsent(host),
  database: nullAsAbsent(text),
  user: nullAsAbsent(text),
  password: nullAsAbsent(password),
  ...server,
});

export type WireDataSource = z.infer<typeof dataSourceSchema>;
