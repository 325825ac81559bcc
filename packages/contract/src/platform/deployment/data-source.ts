import { z } from 'zod';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { pageInfoSchema } from '../page.ts';

const longestCertificates = 65_536;

/** A text of which the description says what the service asks of it, together with all else that is wrong. */
function said(rules: { minLength?: number; maxLength?: number; pattern?: string; enum?: string[] }) {
  return z.string().max(1_000).meta(rules);
}

/** A database server that a deployment asks, without its password or token. */
export const dataSourceSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  host: z.string(),
  port: z.int(),
  database: z.string().nullable().describe('null for trino'),
  catalog: z.string().nullable().describe('Catalog of trino; null for other types'),
  user: z.string(),
  /** Where plain table names are looked up; empty: where the user's are. */
  schema: z.array(z.string()),
  ssl: z.strictObject({ mode: z.string(), ca: z.string().nullable() }),
  createdAt: instant,
  updatedAt: instant,
});

export const dataSourcesSchema = z.strictObject({ items: z.array(dataSourceSchema), pageInfo: pageInfoSchema });

const longestToken = 8_192;
const host = said({ minLength: 1, maxLength: 255 });
const text = said({ minLength: 1, maxLength: 128 });

const server = {
  port: nullAsAbsent(z.int().min(1).max(65_535)).describe(
    'A new data source has 5432 for postgres, 3306 for mysql, 443 for trino and 8443 for clickhouse (the port of HTTP) unless another one is given',
  ),
  database: nullAsAbsent(text).describe('For postgres, mysql and clickhouse, which need it'),
  catalog: nullAsAbsent(text).describe('For trino, which needs it'),
  schema: nullAsAbsent(z.array(text).max(20)).describe(
    'Where plain table names are looked up, for postgres (names of 63 characters at most) and trino (one name)',
  ),
  password: nullAsAbsent(z.string().max(1_000)).describe(
    'Is not shown again. A new data source needs it, empty where the user has none; for trino it may be absent',
  ),
  token: nullAsAbsent(z.string().max(longestToken)).describe(
    'JSON web token, for trino, instead of a password; is not shown again',
  ),
  /** `verify-full` when it is not given; `disable` for a server on the same machine. */
  ssl: nullAsAbsent(
    z.object({
      mode: nullAsAbsent(said({ enum: ['disable', 'require', 'verify-ca', 'verify-full'] })),
      ca: z.string().max(longestCertificates).describe('Certificates (PEM); null: those of the machine').nullish(),
    }),
  ),
};

export const newDataSourceSchema = z.object({
  name: said({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' }),
  type: said({ enum: ['postgres', 'mysql', 'trino', 'clickhouse'] }),
  host,
  user: nullAsAbsent(text).describe('Default: `default` for clickhouse; other types need it'),
  ...server,
});

/** Absent fields stay as they are. A change of host, port or ssl needs the password or token again. */
export const dataSourceUpdateSchema = z.object({
  host: nullAsAbsent(host),
  user: nullAsAbsent(text),
  ...server,
});

export type WireDataSource = z.infer<typeof dataSourceSchema>;
