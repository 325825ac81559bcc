import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../packages/cli/src/commands/check.ts';
import { generate } from '../packages/cli/src/commands/generate.ts';
import { query } from '../packages/cli/src/commands/query.ts';
import { CommandProject } from './command-project.ts';
import { mariadbDatabase } from './servers/mariadb.ts';
import { postgresDatabase } from './servers/postgres.ts';

const longName = `${'long_'.repeat(12)}er`;
const columns = [
  'count',
  'Order ID',
  '{x}',
  '{{y}}',
  '{% z',
  'null',
  'CUBE',
  '日本',
  'a b',
  'a_b',
  '?',
  '$1',
  ':n',
  "it's",
];

const oddTables = [
  'user',
  'groups',
  'TABLE',
  'Order Details',
  'o"r`d',
  '{{t}}',
  '{% u',
  '日本語',
  'x--y',
  'a.b',
  '?',
  "it's",
];

/** Statements and syntax for one kind of server. */
interface Server {
  readonly type: 'mysql' | 'postgres';
  database(): Promise<{ readonly url: string; drop(): Promise<void> }>;
  run(url: string, statements: readonly string[]): Promise<void>;
  quote(name: string): string;
  readonly customers: readonly string[];
  readonly orders: readonly string[];
  /** Statements for broken views, unusable tables, and features of this server alone. */
  readonly others: readonly string[];
  readonly leftOut: readonly string[];
}

const mariadb: Server = {
  type: 'mysql',
  database: mariadbDatabase,
  run: async (url, statements) => {
    const connection = await createConnection({ uri: url });
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  },
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  customers: [
    `CREATE TABLE customers (
       id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(100), kind ENUM('person', 'company'), is_active BOOLEAN,
       born DATE, opens TIME, bio MEDIUMTEXT, photo BLOB, tags SET('a', 'b'), settings JSON
     ) COMMENT 'People and companies'`,
  ],
  orders: [
    `CREATE TABLE \`Orders\` (
       id BIGINT UNSIGNED PRIMARY KEY, customer_id INT NOT NULL COMMENT 'who pays', shipped_to_id INT,
       total DECIMAL(12, 2) COMMENT 'with tax', net DECIMAL(12, 2) AS (total / 1.2) STORED, placed_at DATETIME(6),
       FOREIGN KEY (customer_id) REFERENCES customers (id), FOREIGN KEY (shipped_to_id) REFERENCES customers (id)
     )`,
  ],
  others: [
    'CREATE TABLE visits (id INT, at DATETIME, PRIMARY KEY (id, at)) PARTITION BY HASH (id) PARTITIONS 3',
    'CREATE TABLE only_blobs (a BLOB, b GEOMETRY)',
    'CREATE TABLE doomed (a INT)',
    'CREATE VIEW broken AS SELECT a FROM doomed',
    'DROP TABLE doomed',
  ],
  leftOut: [
    'only_blobs: queries cannot use any of its columns',
    'broken: ',
    'customers.photo: queries cannot use its type, blob',
    'customers.bio: long text, mediumtext',
  ],
};

const postgres: Server = {
  type: 'postgres',
  database: postgresDatabase,
  run: async (url, statements) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  },
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  customers: [
    "CREATE TYPE kind AS ENUM ('person', 'company')",
    `CREATE TABLE customers (
       id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, kind kind, is_active boolean, key uuid,
       born date, opens time, address inet, letter "char", photo bytea, tags text[], settings jsonb, stay interval
     )`,
    "COMMENT ON TABLE customers IS 'People and companies'",
  ],
  orders: [
    `CREATE TABLE "Orders" (
       id bigint PRIMARY KEY, customer_id integer NOT NULL REFERENCES customers, shipped_to_id integer REFERENCES customers,
       total numeric(12, 2), net numeric(12, 2) GENERATED ALWAYS AS (total / 1.2) STORED, placed_at timestamptz
     )`,
    `COMMENT ON COLUMN "Orders".customer_id IS 'who pays'`,
  ],
  others: [
    'CREATE TABLE visits (id uuid, at timestamp, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)',
    "CREATE TABLE visits_2026 PARTITION OF visits FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
    'CREATE TABLE only_blobs (a bytea, b point)',
    'CREATE MATERIALIZED VIEW never AS SELECT 1 AS one WITH NO DATA',
  ],
  leftOut: [
    'only_blobs: queries cannot use any of its columns',
    'never: materialized view "never" has not been populated',
    'customers.photo: queries cannot use its type, bytea',
    'customers.tags: queries cannot use its type, text[]',
    'customers.settings: queries cannot use its type, jsonb',
    'customers.stay: queries cannot use its type, interval',
  ],
};

describe.each([
  ['MariaDB', mariadb],
  ['PostgreSQL', postgres],
])('a first model of a %s database', (_, server) => {
  const { quote } = server;
  const orders = quote('Orders');
  let database: Awaited<ReturnType<Server['database']>>;
  let project: CommandProject;

  beforeAll(async () => {
    database = await server.database();
    const odd = columns.map((name) => `${quote(name)} VARCHAR(10)`).join(', ');
    await server.run(database.url, [
      ...server.customers,
      ...server.orders,
      `CREATE TABLE order_lines (
         order_id BIGINT${server.type === 'mysql' ? ' UNSIGNED' : ''}, line INT, product_id INT, quantity INT,
         unit_price DECIMAL(8, 2), PRIMARY KEY (order_id, line), FOREIGN KEY (order_id) REFERENCES ${orders} (id)
       )`,
      'CREATE TABLE products (product_id INT PRIMARY KEY, parent_id INT, name VARCHAR(20))',
      `CREATE TABLE shelves (
         order_id BIGINT${server.type === 'mysql' ? ' UNSIGNED' : ''}, line INT, place VARCHAR(9),
         PRIMARY KEY (order_id, line), FOREIGN KEY (order_id, line) REFERENCES order_lines (order_id, line)
       )`,
      `CREATE TABLE ${quote(longName)} (id INT PRIMARY KEY)`,
      ...oddTables.map((name) => `CREATE TABLE ${quote(name)} (id INT PRIMARY KEY, ${odd})`),
      ...server.others,
      "INSERT INTO customers (name, kind, is_active) VALUES ('Ann', 'person', TRUE), ('ann', 'person', FALSE)",
      `INSERT INTO ${orders} (id, customer_id, total) VALUES (10, 1, 5.5), (11, 2, 4)`,
      'INSERT INTO products VALUES (1, NULL, NULL), (2, 1, NULL)',
      'INSERT INTO order_lines VALUES (10, 1, 1, 2, 1.5), (10, 2, 2, 1, 2.5), (11, 1, 1, 4, 1)',
    ]);
    project = new CommandProject(server.type, database.url);
  });

  afterAll(async () => {
    project.remove();
    await database.drop();
  });

  it('a generated model passes the check against its database', async () => {
    const { code, printed } = await project.run(generate);
    expect(code).toBe(0);
    for (const line of server.leftOut) expect(printed).toContain(line);
    expect((await project.run(check, { connect: true })).printed).toContain('No problems.');
  });

  it('has the definitions of the database', () => {
    expect(project.model('cubes/customers.yml')).toContain('description: People and companies');
    expect(project.model('cubes/orders.yml')).toContain('description: who pays');
    expect(project.model('cubes/shipped_to.yml')).toContain('extends: customers');
    expect(project.model('cubes/shelves.yml')).toContain('relationship: one_to_one');
    expect(project.model('cubes/shelves.yml')).toContain(
      'sql: "{CUBE}.order_id = {order_lines.order_id} AND {CUBE}.line = {order_lines.line}"',
    );
    expect(project.model('cubes/order_lines.yml')).toContain('product_id is one of product_id in products');
    expect(project.names('cubes')).toContain(`${longName}.yml`);
  });

  it('answers queries', async () => {
    const asked = async (text: string) =>
      (await project.run(query, { format: 'csv' }, text)).printed.trim().split('\r\n');
    expect(
      await asked(
        '{"measures":["orders.total","order_lines.total_price"],"dimensions":["customers.name"],"order":{"orders.total":"desc"}}',
      ),
    ).toEqual(['customers.name,orders.total,order_lines.total_price', 'Ann,5.50,5.50', 'ann,4.00,4.00']);
    expect(
      await asked(
        '{"dimensions":["customers.is_active"],"measures":["customers.count"],"order":{"customers.is_active":"asc"}}',
      ),
    ).toEqual(['customers.is_active,customers.count', 'false,1', 'true,1']);
  });
});

it('distinguishes tables of several schemas, and joins them', async () => {
  const database = await postgresDatabase();
  await postgres.run(database.url, [
    'CREATE SCHEMA archive',
    'CREATE TABLE orders (id bigint PRIMARY KEY)',
    'CREATE TABLE archive.orders (id bigint PRIMARY KEY)',
    'CREATE TABLE archive.labels (id uuid PRIMARY KEY)',
    'CREATE TABLE stamps (id integer PRIMARY KEY, label_id uuid REFERENCES archive.labels)',
  ]);
  const project = new CommandProject('postgres', database.url);
  try {
    await project.run(generate);
    expect(project.names('cubes')).toEqual(['archive_orders.yml', 'labels.yml', 'orders.yml', 'stamps.yml']);
    expect(project.model('cubes/archive_orders.yml')).toContain('sql_table: archive.orders');
    expect(project.model('cubes/stamps.yml')).toContain('sql: "{CUBE}.label_id = {labels.id}"');
    expect((await project.run(check, { connect: true })).printed).toContain('No problems.');
    expect((await project.run(generate)).printed).toContain('Nothing was written.');
  } finally {
    project.remove();
    await database.drop();
  }
});

it('leaves out tables that the role may not read, and reports a missing server', async () => {
  const database = await postgresDatabase();
  await postgres.run(database.url, [
    'CREATE TABLE open (id integer PRIMARY KEY)',
    'CREATE TABLE closed (id integer PRIMARY KEY)',
    "DO $$ BEGIN CREATE ROLE reader LOGIN PASSWORD 'reader'; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
    'GRANT SELECT ON open TO reader',
  ]);
  const url = new URL(database.url);
  [url.username, url.password] = ['reader', 'reader'];
  const project = new CommandProject('postgres', url.href);
  url.port = '1';
  const gone = new CommandProject('postgres', url.href);
  try {
    expect((await project.run(generate)).code).toBe(0);
    expect(project.names('cubes')).toEqual(['open.yml']);
    await expect(gone.run(generate)).rejects.toThrow(/^The data source 'default' cannot be read: /);
    gone.write('cubes: [{ name: a, sql_table: a, dimensions: [{ name: id, sql: id, type: number }] }]');
    const { code, printed } = await gone.run(check, { connect: true });
    expect(code).toBe(1);
    expect(printed).toMatch(/^orrery\.yml: The data source 'default' cannot be asked: /m);
    expect(printed).not.toContain('reader:reader');
  } finally {
    project.remove();
    gone.remove();
    await database.drop();
  }
});
