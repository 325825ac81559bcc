/** The address that a client of PostgreSQL connects to. */
export interface SqlAddress {
  readonly host: string;
  readonly port: number;
  /** The deployment: its number. */
  readonly database: string;
  readonly user: string;
  readonly hasTls: boolean;
}

/** A command for a shell, which asks for the password. */
export function psqlOf({ host, port, database, user, hasTls }: SqlAddress): string {
  const fields = { host, port, dbname: database, user, sslmode: hasTls ? 'require' : 'disable' };
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${keywordValue(String(value))}`)
    .join(' ');
  return `psql ${shellQuoted(text)}`;
}

export function jdbcOf({ host, port, database, user, hasTls }: SqlAddress): string {
  const mode = hasTls ? 'require' : 'disable';
  return `jdbc:postgresql://${bracketed(host)}:${port}/${database}?user=${encodeURIComponent(user)}&sslmode=${mode}`;
}

/** Excel takes the same text, under Data, Get Data, From ODBC. */
export function odbcOf({ host, port, database, user, hasTls }: SqlAddress): string {
  const fields = {
    Driver: 'PostgreSQL Unicode',
    Server: host,
    Port: port,
    Database: database,
    Uid: user,
    SSLmode: hasTls ? 'require' : 'disable',
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${braced(name, String(value))};`)
    .join('');
}

/** A program for psycopg 3. */
export function pythonOf({ host, port, database, user, hasTls }: SqlAddress): string {
  const fields = [
    ['host', JSON.stringify(host)],
    ['port', String(port)],
    ['dbname', JSON.stringify(database)],
    ['user', JSON.stringify(user)],
    ['password', 'os.environ["ORRERY_TOKEN"]'],
    ['sslmode', hasTls ? '"require"' : '"disable"'],
  ];
  return [
    'import os',
    'import psycopg',
    '',
    'with psycopg.connect(',
    ...fields.map(([name, value]) => `    ${name}=${value},`),
    ') as connection:',
    '    print(connection.execute("SELECT 1").fetchone())',
  ].join('\n');
}

/** A value of a connection string of libpq. */
function keywordValue(text: string): string {
  return /^[\w.:@+-]+$/.test(text) ? text : `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Addresses of IPv6 stand in brackets. */
function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function braced(name: string, text: string): string {
  return name === 'Driver' || /[;{}[\](),?*=!@\s]/.test(text) ? `{${text.replaceAll('}', '}}')}}` : text;
}
