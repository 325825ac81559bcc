import type { Dialect } from '@orrery/semantic';

/** Facts of an engine that its dialect does not have, in plain sentences. */
interface EngineNotes {
  readonly title: string;
  /** Page of the engine in docs/, if it has one. */
  readonly page?: string;
  readonly versions: string;
  readonly casesRunOn: string;
  readonly cancel: ConnectionNote;
  /** How a caller proves who it is. */
  readonly users: ConnectionNote;
  readonly encryption: ConnectionNote;
  readonly readOnly: ConnectionNote;
}

interface ConnectionNote {
  /** A few words for the overview. */
  readonly words: string;
  readonly text: string;
  /** Tests that show it, as paths from the root; none where it is untried. */
  readonly shownBy: readonly string[];
}

const engines = 'packages/engines/src';

/** By the name of the dialect. Each statement is one of the engine's page or of its code. */
const notes: Readonly<Record<string, EngineNotes>> = {
  duckdb: {
    title: 'DuckDB',
    page: 'duckdb.md',
    versions: '1.5.6, which is part of Orrery',
    casesRunOn: 'DuckDB 1.5.6, inside the process',
    cancel: {
      words: 'interrupt in the process',
      text: 'The connection is interrupted inside the process, again until the statement has stopped.',
      shownBy: [`${engines}/duckdb/stopping.test.ts`],
    },
    users: {
      words: 'no users',
      text: 'There are no users. Statements read the database file and the allowed folders, and nothing else.',
      shownBy: [`${engines}/duckdb/sandbox.test.ts`],
    },
    encryption: {
      words: 'no network',
      text: 'There is no network access. Extensions are neither installed nor loaded.',
      shownBy: [`${engines}/duckdb/sandbox.test.ts`],
    },
    readOnly: {
      words: 'file attached read-only',
      text: 'The database file is attached read-only, and a statement is one SELECT.',
      shownBy: [`${engines}/duckdb/attachments.test.ts`, `${engines}/duckdb/sandbox.test.ts`],
    },
  },
  postgres: {
    title: 'PostgreSQL',
    page: 'postgres.md',
    versions: '14 or newer, with the encoding UTF8 and ICU',
    casesRunOn: 'a PostgreSQL server',
    cancel: {
      words: 'cancel request',
      text: 'A cancel request goes over a second connection. The statement ends when the server confirms it. After 5 seconds the connection is closed.',
      shownBy: [`${engines}/postgres/stopping.test.ts`],
    },
    users: {
      words: 'user and password',
      text: 'User and password of the URL.',
      shownBy: [`${engines}/postgres/failures.test.ts`],
    },
    encryption: {
      words: 'TLS',
      text: 'TLS, by default with a certificate for this host, except for a server on the same machine.',
      shownBy: [`${engines}/postgres/tls.test.ts`],
    },
    readOnly: {
      words: 'READ ONLY transactions',
      text: 'Each statement runs in a separate transaction that is READ ONLY and is rolled back, and must be a SELECT, WITH, VALUES or TABLE.',
      shownBy: [`${engines}/postgres/read-only.test.ts`],
    },
  },
  mysql: {
    title: 'MySQL/MariaDB',
    page: 'mysql.md',
    versions: 'MariaDB 10.6 or newer, MySQL 8.0.17 or newer',
    casesRunOn: 'a MariaDB server, 10.11; no case runs on MySQL',
    cancel: {
      words: '`KILL QUERY`',
      text: '`KILL QUERY` goes over another connection, if both lead to the same server. The statement ends when the server answers. After 5 seconds its connection is closed.',
      shownBy: [`${engines}/mysql/stopping.test.ts`],
    },
    users: {
      words: 'user and password',
      text: 'User and password of the URL. A server that requests the password in plain text is refused.',
      shownBy: [`${engines}/mysql/hostile-server.test.ts`],
    },
    encryption: {
      words: 'TLS',
      text: 'TLS, by default with a certificate for this host, except for a server on the same machine.',
      shownBy: [`${engines}/mysql/tls.test.ts`],
    },
    readOnly: {
      words: 'READ ONLY sessions',
      text: 'Sessions are READ ONLY, and a statement must be a SELECT, WITH, VALUES or TABLE.',
      shownBy: [`${engines}/mysql/sandbox.test.ts`],
    },
  },
  trino: {
    title: 'Trino',
    page: 'trino.md',
    versions: '476 or newer',
    casesRunOn: 'a Trino server, 483; 476 by `npm run prove -- trino`',
    cancel: {
      words: '`DELETE` of the query',
      text: 'The coordinator receives a `DELETE` of the page that comes next. The statement ends when the coordinator says so, or after 5 seconds without an answer.',
      shownBy: [`${engines}/trino/live.test.ts`, `${engines}/trino/protocol.test.ts`],
    },
    users: {
      words: 'password, token or certificate',
      text: 'A user with a password, a JSON web token or a certificate of the client. All three need TLS.',
      shownBy: [`${engines}/trino/tls.test.ts`, `${engines}/trino/protocol.test.ts`],
    },
    encryption: {
      words: 'TLS',
      text: 'TLS, by default with a certificate for this host, except for a server on the same machine.',
      shownBy: [`${engines}/trino/tls.test.ts`],
    },
    readOnly: {
      words: 'queries only, by grammar',
      text: 'There are no read-only sessions. A statement must be a query, which in the grammar of Trino writes nothing.',
      shownBy: [`${engines}/trino/require-select.test.ts`],
    },
  },
  clickhouse: {
    title: 'ClickHouse',
    page: 'clickhouse.md',
    versions: '25.8 or newer',
    casesRunOn:
      'chDB, which is ClickHouse 26.9 as a library. It cannot cancel, and has no users, no TLS and no read-only sessions',
    cancel: {
      words: '`KILL QUERY`, untried',
      text: '`KILL QUERY ... SYNC` by the query id goes in another request, which returns when the statement has ended.',
      shownBy: [],
    },
    users: {
      words: 'user and password, untried',
      text: 'User and password of the URL, as headers of each request.',
      shownBy: [],
    },
    encryption: {
      words: 'TLS, untried',
      text: 'TLS, by default with a certificate for this host, except for a server on the same machine.',
      shownBy: [],
    },
    readOnly: {
      words: '`readonly`, untried',
      text: 'Each request for rows has the setting `readonly=2`, with which the server refuses to write.',
      shownBy: [],
    },
  },
};

/** Facts of an engine that nothing connects to. */
interface RenderedNotes {
  readonly title: string;
  readonly versions: string;
  readonly differences: string;
}

/** By the name of the dialect. */
const renderedNotes: Readonly<Record<string, RenderedNotes>> = {
  redshift: {
    title: 'Amazon Redshift',
    versions: 'the session in UTC, texts in the collation `CASE_SENSITIVE`',
    differences:
      'Spaces at the end of a text do not count in `=`, groups and distinct counts. Texts that stand for booleans fail. Not known: where NaN is sorted, times after 2037 in a zone.',
  },
  athena: {
    title: 'Amazon Athena',
    versions: 'engine version 3',
    differences:
      'The SQL of Trino. Not known: which Trino it follows, whether it takes parameters outside of WHERE, and arrays of more than 254 elements.',
  },
  starburst: {
    title: 'Starburst',
    versions: 'Galaxy, and Enterprise 476-e or newer',
    differences: 'The SQL of Trino.',
  },
  snowflake: {
    title: 'Snowflake',
    versions: '2026, texts without a collation',
    differences:
      'Filters on TIMESTAMP_LTZ and TIMESTAMP_TZ need a session with TIMEZONE UTC. A product that loses more digits than a double would fails.',
  },
  bigquery: {
    title: 'BigQuery',
    versions: 'GoogleSQL of 2026, with UTC as the default zone and `parameterMode: POSITIONAL`',
    differences:
      'Sums of INT64 fail beyond 64 bits. Masks of times and functions of FILTER_PARAMS are DATETIME, which fails beside a TIMESTAMP. NaN is sorted first.',
  },
  spark: {
    title: 'Spark',
    versions: '3.5 and 4, with `spark.sql.ansi.enabled`',
    differences:
      'Sums, products and choices of decimals fail rather than lose more digits than a double would. Literals `TIMESTAMP` of an author, and calendars whose days are of type TIMESTAMP, are read in the zone of the session. Names in double quotes do not parse.',
  },
  databricks: {
    title: 'Databricks',
    versions: 'SQL warehouses, and runtime 13.3 or newer, in ANSI mode',
    differences: 'The SQL of Spark; parameters are named `p1`, `p2` and so on.',
  },
};

/** @throws Error for a dialect that has no notes */
export function notesOf(dialect: Dialect): EngineNotes {
  return noted(notes, dialect);
}

/** @throws Error for a dialect that has no notes */
export function renderedNotesOf(dialect: Dialect): RenderedNotes {
  return noted(renderedNotes, dialect);
}

function noted<Notes>(all: Readonly<Record<string, Notes>>, { name }: Dialect): Notes {
  const found = all[name];
  if (!found) throw new Error(`scripts/engines/engine-notes.ts says nothing of the dialect '${name}'`);
  return found;
}
