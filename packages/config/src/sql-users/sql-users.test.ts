import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../../../../tests/servers/postgres.ts';
import { PositionedYaml } from '../positioned-yaml.ts';
import { preparedPassword } from './prepared-password.ts';
import { readSqlUsers } from './read-sql-users.ts';
import { readScramVerifier, scramVerifierText } from './scram-verifier.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await postgresDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const passwords = [
  'pencil',
  'with space',
  'quote\'"\\',
  'Grüße',
  '\u2168 \u00a0\u00ad',
  'ℌ',
  '🙂',
  'שלום',
  'a\u0007b',
  'אa',
];

it.each(passwords)('makes of %j the verifier that PostgreSQL makes', async (password) => {
  const role = `scram_${process.pid}`;
  await client.query("SET password_encryption = 'scram-sha-256'");
  await client.query(`CREATE ROLE ${role} PASSWORD ${pg.escapeLiteral(password)}`);
  try {
    const { rows } = await client.query('SELECT rolpassword FROM pg_authid WHERE rolname = $1', [role]);
    const text = String(rows[0].rolpassword);
    const verifier = readScramVerifier(text);
    expect(verifier).toMatchObject({ iterations: 4096 });
    expect(await scramVerifierText(password, verifier?.salt)).toBe(text);
  } finally {
    await client.query(`DROP ROLE ${role}`);
  }
});

it('makes verifiers that a server of PostgreSQL accepts', async () => {
  const role = `scram_own_${process.pid}`;
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${await scramVerifierText('Grüße aus Wien')}'`);
  const connect = async (password: string) => {
    const url = new URL(database.url);
    url.username = role;
    url.password = encodeURIComponent(password);
    const own = new pg.Client({ connectionString: url.href });
    await own.connect().finally(() => own.end().catch(() => undefined));
  };
  try {
    await connect('Grüße aus Wien');
    await expect(connect('Grüße aus Graz')).rejects.toMatchObject({ code: '28P01' });
  } finally {
    await client.query(`DROP ROLE ${role}`);
  }
});

it('prepares passwords as SASLprep does', () => {
  expect(['I\u00adX', 'user', 'USER', '\u00aa', '\u2168', 'a\u3000b'].map(preparedPassword)).toEqual([
    ...['IX', 'user', 'USER', 'a', 'IX', 'a b'],
  ]);
  expect(['\u0007', '\u06271', '\ue000'].map(preparedPassword)).toEqual(['\u0007', '\u06271', '\ue000']);
});

const verifier =
  'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=';

function read(text: string) {
  const yaml = new PositionedYaml(text, 'orrery.yml', {});
  const [users] = yaml.entries(yaml.root, 'orrery.yml');
  return { users: readSqlUsers(yaml, users), problems: yaml.problems.map(({ message }) => message) };
}

it('reads accounts with their security context, and whom they may ask as', () => {
  const { users, problems } = read(
    `users:\n  bi:\n    verifier: ${verifier}\n    security_context: { team: sales, regions: [1, 2] }\n    may_switch_to: [ann, ben]\n  root:\n    verifier: ${verifier}\n    may_switch_to: all\n  plain: { verifier: ${JSON.stringify(verifier)} }\n`,
  );
  expect(problems).toEqual([]);
  expect(users.get('bi')).toMatchObject({
    name: 'bi',
    securityContext: { team: 'sales', regions: [1, 2] },
    maySwitchTo: ['ann', 'ben'],
  });
  expect(users.get('root')).toMatchObject({ securityContext: {}, maySwitchTo: 'all' });
  expect(users.get('plain')).toMatchObject({ maySwitchTo: [], verifier: { iterations: 4096 } });
});

it.each([
  ['users:\n  bi:\n', "The account 'bi' has no 'verifier'."],
  ['users:\n  bi: { verifier: hunter2 }\n', "'verifier' is like SCRAM-SHA-256$4096:salt$StoredKey:ServerKey."],
  [`users:\n  bi: { verifier: '${verifier.replace('4096', '1')}' }\n`, "'verifier' is like SCRAM"],
  [`users:\n  bi: { verifier: '${verifier.slice(0, -4)}' }\n`, "'verifier' is like SCRAM"],
  [`users:\n  bi: { verifier: '${verifier}', password: x }\n`, "Unknown key 'password'"],
  [`users:\n  bi: { verifier: '${verifier}', security_context: [1] }\n`, "'security_context' must be a mapping"],
  [`users:\n  bi: { verifier: '${verifier}', may_switch_to: ann }\n`, "'may_switch_to' must be a list."],
  [`users:\n  ${'x'.repeat(64)}: { verifier: '${verifier}' }\n`, 'cannot be the name of an account'],
])('refuses %j', (text, problem) => {
  const { problems } = read(text);
  expect(problems.join('\n')).toContain(problem);
  expect(problems.join('\n')).not.toContain('hunter2');
});
