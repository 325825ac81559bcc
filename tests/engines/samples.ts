/**
 * A row with a value that engines are known to get wrong, else NULL. Values are texts, which every engine casts alike.
 */
interface Sample {
  readonly big?: string;
  readonly exact?: string;
  readonly ratio?: string;
  readonly taken_at?: string;
  readonly seen_at?: string;
  readonly day?: string;
  readonly word?: string;
  readonly is_good?: string;
}

type EngineName = 'duckdb' | 'postgres' | 'mariadb';

const types: Readonly<Record<keyof Sample, Readonly<Record<EngineName, string>>>> = {
  big: { duckdb: 'BIGINT', postgres: 'bigint', mariadb: 'BIGINT' },
  exact: { duckdb: 'DECIMAL(38, 10)', postgres: 'numeric(38, 10)', mariadb: 'DECIMAL(38, 10)' },
  ratio: { duckdb: 'DOUBLE', postgres: 'double precision', mariadb: 'DOUBLE' },
  taken_at: { duckdb: 'TIMESTAMP', postgres: 'timestamp', mariadb: 'DATETIME(6)' },
  // TIMESTAMP of MariaDB ends in 2038.
  seen_at: { duckdb: 'TIMESTAMPTZ', postgres: 'timestamptz', mariadb: 'DATETIME(6)' },
  day: { duckdb: 'DATE', postgres: 'date', mariadb: 'DATE' },
  word: { duckdb: 'VARCHAR', postgres: 'text COLLATE "en-US-x-icu"', mariadb: 'TEXT COLLATE utf8mb4_general_ci' },
  is_good: { duckdb: 'BOOLEAN', postgres: 'boolean', mariadb: 'BOOLEAN' },
};

const samples: readonly Sample[] = [
  {
    big: '9223372036854775807',
    exact: '9999999999999999999999999999.9999999999',
    ratio: '1e308',
    word: 'a',
    is_good: 'true',
  },
  {
    big: '-9223372036854775808',
    exact: '-9999999999999999999999999999.9999999999',
    ratio: '-1e308',
    word: 'B',
    is_good: 'false',
  },
  { big: '9007199254740993', exact: '0.0000000001', ratio: '-0', word: 'A' },
  { big: '0', exact: '0', ratio: '0', word: 'b', is_good: 'true' },
  { ratio: 'NaN', word: 'é' },
  { ratio: 'Infinity', word: 'z' },
  { ratio: '-Infinity', word: 'Z' },
  { ratio: '5e-324', word: '' },
  { ratio: '0.30000000000000004', word: ' ' },
  { ratio: '123456789.125', word: 'ß' },
  { ratio: '1e21', word: 'ẞ' },
  { ratio: '1e-7', word: 'İstanbul' },
  { word: '🙂' },
  { word: '﹏' }, // after the emoji in UTF-16, before it by code point
  { word: 'e\u0301' }, // looks like é, is not
  { word: '漢字' },
  { word: '%_\\"\'' },
  { word: '_' },
  { word: 'line\nbreak\ttab' },
  { taken_at: '1969-12-31 23:59:59.999999', seen_at: '1969-12-31 23:59:59.999999+00', day: '1969-12-31' },
  { taken_at: '1970-01-01 00:00:00', seen_at: '1970-01-01 00:00:00+00', day: '1970-01-01' },
  { taken_at: '1883-11-18 12:03:57', seen_at: '1883-11-18 12:03:57+00', day: '1883-11-18' },
  { taken_at: '0001-01-01 00:00:00', seen_at: '0001-01-01 00:00:00+00', day: '0001-01-01' },
  { taken_at: '9999-12-31 23:59:59.999', seen_at: '9999-12-31 23:59:59.999+00', day: '9999-12-31' },
  // New York before, in and after the hour that is skipped, and the one that occurs twice.
  { taken_at: '2024-03-10 06:59:59.999', seen_at: '2024-03-10 01:59:59.999-05', day: '2024-03-10' },
  { taken_at: '2024-03-10 07:00:00', seen_at: '2024-03-10 03:00:00-04', day: '2024-03-11' },
  { taken_at: '2024-11-03 05:30:00', seen_at: '2024-11-03 01:30:00-04', day: '2024-11-03' },
  { taken_at: '2024-11-03 06:30:00', seen_at: '2024-11-03 01:30:00-05', day: '2024-11-04' },
  // Lord Howe changes its clock by half an hour, and Kolkata is five and a half hours ahead of UTC.
  { taken_at: '2024-04-06 14:45:00', seen_at: '2024-04-07 01:45:00+11', day: '2024-04-07' },
  { taken_at: '2024-04-06 15:15:00', seen_at: '2024-04-07 01:45:00+10:30', day: '2024-04-07' },
  { taken_at: '2023-12-31 18:30:00', seen_at: '2024-01-01 00:00:00+05:30', day: '2024-02-29' },
  { taken_at: '2050-07-01 03:59:59', seen_at: '2050-07-01 04:00:00+00', day: '2050-07-01' },
  { taken_at: 'infinity', seen_at: '-infinity', day: 'infinity' },
  {},
];

/** Infinite times are no points in time: each engine groups them in its own way. */
export const infiniteId = String(samples.findIndex((sample) => sample.taken_at === 'infinity') + 1);

/**
 * The samples without those that MariaDB cannot keep: NaN, infinities, and times that a zone moves out of the years 1
 * to 9999.
 */
const finite: readonly Sample[] = samples.map((sample) => {
  const entries = Object.entries(sample).map(([name, text]): readonly [string, string] => [
    name,
    text.replace(/^0001-01-01/, '0001-01-02').replace(/^9999-12-31/, '9999-12-30'),
  ]);
  return Object.fromEntries(entries.filter(([, text]) => !/^-?(infinity|nan)$/i.test(text)));
});

interface Contents {
  readonly isFinite: boolean;
}

/** Statements that make the table of the samples. */
export function samplesFor(engine: EngineName, { isFinite }: Contents): readonly string[] {
  const names = Object.keys(types) as (keyof Sample)[]; // the keys of a literal above
  const columns = names.map((name) => `${name} ${types[name][engine]}`);
  const rows = (isFinite ? finite : samples).map((sample, index) => {
    const values = names.map((name) => {
      const text = engine === 'mariadb' ? mariadbText(name, sample[name]) : sample[name];
      if (text === undefined) return 'NULL';
      const quoted = `'${text.replaceAll("'", "''")}'`;
      return engine === 'mariadb' ? quoted : `CAST(${quoted} AS ${types[name][engine].replace(/ COLLATE.*/, '')})`;
    });
    return `(${[index + 1, ...values].join(', ')})`;
  });
  return [
    `CREATE TABLE samples (id INTEGER PRIMARY KEY, ${columns.join(', ')})`,
    `INSERT INTO samples VALUES ${rows.join(', ')}`,
  ];
}

/** MariaDB stores booleans as numbers, and its times have no offset. */
function mariadbText(name: keyof Sample, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (name === 'is_good') return text === 'true' ? '1' : '0';
  const [, clock = '', fraction = '', offset] = /^(.{19})(\.\d+)?([+-][\d:]+)$/.exec(text) ?? [];
  if (offset === undefined) return text;
  const utc = new Date(`${clock.replace(' ', 'T')}${offset.length === 3 ? `${offset}:00` : offset}`);
  return `${utc.toISOString().slice(0, 19).replace('T', ' ')}${fraction}`;
}

export const samplesModel = `cubes:
  - name: samples
    sql_table: samples
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: big, sql: big, type: number }
      - { name: exact, sql: exact, type: number }
      - { name: ratio, sql: ratio, type: number }
      - { name: taken_at, sql: taken_at, type: time }
      - { name: seen_at, sql: seen_at, type: time }
      - { name: day, sql: day, type: time }
      - { name: word, sql: word, type: string }
      - { name: id_text, sql: id, type: string }
      - { name: is_good, sql: is_good, type: boolean }
    measures:
      - { name: count, type: count }
      - { name: bigs, sql: big, type: sum }
      - { name: exacts, sql: exact, type: sum, filters: [{ sql: "{CUBE}.id > 2" }] }
      - { name: average_id, sql: id, type: avg }
      - { name: average_exact, sql: exact, type: avg, filters: [{ sql: "{CUBE}.id > 2" }] }
      - { name: smallest, sql: exact, type: min }
      - { name: largest, sql: exact, type: max }
      - { name: first_word, sql: word, type: min }
      - { name: last_word, sql: word, type: max }
      - { name: first_day, sql: day, type: min }
      - { name: last_seen, sql: seen_at, type: max, filters: [{ sql: "{CUBE}.id < 33" }] }
      - { name: words, sql: word, type: count_distinct }
      - { name: ratios, sql: ratio, type: count_distinct }
      - { name: largest_ratio, sql: ratio, type: max, filters: [{ sql: "{CUBE}.id < 5" }] }
`;
