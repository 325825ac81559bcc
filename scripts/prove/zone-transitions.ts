import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  bindQuery,
  compileModel,
  compileQuery,
  dialectFor,
  type Instant,
  indexModel,
  instantToCivil,
  type Outcome,
  openAccess,
  parseZone,
  transitionsBetween,
  type Zone,
} from '@orrery/semantic';
import { startOfUnit, units } from './calendar.ts';
import { customGranularities } from './custom-granularities.ts';
import type { Random } from './random.ts';

/**
 * Zones with every kind of change: half hours, two changes a month, skipped days, other hemispheres, seconds of offset.
 */
export const zoneNames: readonly string[] = [
  ...['America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'America/Sao_Paulo', 'America/Santiago'],
  ...['America/Havana', 'America/Caracas', 'America/Asuncion', 'America/Recife', 'America/Nuuk', 'America/Metlakatla'],
  ...['Europe/London', 'Europe/Dublin', 'Europe/Berlin', 'Europe/Moscow', 'Europe/Istanbul', 'Europe/Lisbon'],
  ...['Africa/Cairo', 'Africa/Casablanca', 'Africa/Monrovia', 'Asia/Tehran', 'Asia/Kolkata', 'Asia/Kathmandu'],
  ...['Asia/Pyongyang', 'Asia/Gaza', 'Australia/Lord_Howe', 'Australia/Adelaide', 'Pacific/Apia'],
  ...['Pacific/Kiritimati', 'Antarctica/Troll'],
];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Distances from a change at which instants are tested: the moments at the change, and up to a day before and after it.
 */
const distancesMs = [-24, -2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2, 24].map((hours) => hours * hourMs);
const closeMs = [-minuteMs, -1000, -1, 0, 1, 1000, minuteMs, hourMs - 1, hourMs + 1, -hourMs - 1];

const years = { from: Date.UTC(1970, 0, 1) as Instant, to: Date.UTC(2038, 0, 1) as Instant };

export interface ZoneReport {
  readonly zones: number;
  readonly transitions: number;
  readonly buckets: number;
  /** Zone, granularity and instant, with the engine's bucket and the right one by the clocks of the zone. */
  readonly faults: readonly string[];
}

/** Compares DuckDB's buckets of instants around zone changes with the clocks of the zone. */
export async function proveZones(settings: {
  readonly zones: readonly string[];
  /** Maximum number of changes to test in each zone, chosen at random. */
  readonly transitionsPerZone: number;
  readonly random: Random;
}): Promise<ZoneReport> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const faults: string[] = [];
  let transitions = 0;
  let buckets = 0;
  for (const name of settings.zones) {
    const zone = parseZone(name);
    if (!zone) throw new Error(`the runtime knows no zone ${name}`);
    const changes = settings.random.shuffled(transitionsBetween(zone, years.from, years.to));
    const chosen = changes.slice(0, settings.transitionsPerZone);
    const instants = chosen.flatMap(({ at }) =>
      [...distancesMs, ...closeMs].map((distance) => (at + distance) as Instant),
    );
    transitions += chosen.length;
    if (instants.length === 0) continue;
    await fillTable(connection, instants);
    for (const granularity of granularities) {
      for (const isBounded of [false, true]) {
        buckets += instants.length;
        faults.push(...(await compareBuckets(connection, { zone, granularity, isBounded, instants })));
      }
    }
  }
  connection.closeSync();
  instance.closeSync();
  return { zones: settings.zones.length, transitions, buckets, faults };
}

async function fillTable(connection: DuckDBConnection, instants: readonly Instant[]): Promise<void> {
  const rows = instants.map((instant, key) => `(${key}, make_timestamp_ms(${instant}))`);
  await connection.run(
    `CREATE OR REPLACE TABLE moments AS SELECT * FROM (VALUES ${rows.join(', ')}) AS t (key, instant)`,
  );
}

const { build } = compileModel([
  {
    path: 'moments.yml',
    text: `
cubes:
  - name: moments
    sql_table: moments
    dimensions:
      - { name: key, sql: key, type: number, primary_key: true, public: true }
      - name: at
        sql: instant
        type: time
        granularities:
${customGranularities.map(({ name, keys }) => `          - { name: ${name}, ${keys} }`).join('\n')}
`,
  },
]);
const model = indexModel(build.pieces, build.unavailable);

/** Built-in and custom granularities, each with the start of the bucket that holds a wall clock reading. */
interface Granularity {
  readonly name: string;
  start(civil: string): string;
}

const granularities: readonly Granularity[] = [
  ...units.map((name) => ({ name, start: (civil: string) => startOfUnit(name, civil) })),
  ...customGranularities,
];

interface Comparison {
  readonly zone: Zone;
  readonly granularity: Granularity;
  /** Whether a date range limits the instants: the statement then takes another form. */
  readonly isBounded: boolean;
  readonly instants: readonly Instant[];
}

async function compareBuckets(connection: DuckDBConnection, comparison: Comparison): Promise<readonly string[]> {
  const { zone, granularity, isBounded, instants } = comparison;
  const text = statementOf(comparison);
  const rows = await connection.runAndReadAll(
    `SELECT moments__key::INTEGER, strftime(moments__at_${granularity.name}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S.%g') FROM (${text})`,
  );
  const found = new Map(rows.getRows().map(([key, bucket]) => [Number(key), String(bucket)]));
  return instants.flatMap((instant, key) => {
    const expected = granularity.start(instantToCivil(zone, instant));
    const bucket = found.get(key);
    if (bucket === expected) return [];
    const form = isBounded ? 'in a range' : 'of all time';
    return [`${zone}, ${granularity.name} ${form}, ${new Date(instant).toISOString()}: ${bucket}, not ${expected}`];
  });
}

function statementOf({ zone, granularity, isBounded }: Comparison): string {
  const dateRange = isBounded ? { dateRange: ['1969-12-01', '2038-01-31'] } : {};
  const query = bindQuery(
    {
      measures: [],
      dimensions: ['moments.key'],
      segments: [],
      filters: [],
      order: [],
      timezone: zone,
      timeDimensions: [{ dimension: 'moments.at', granularity: granularity.name, ...dateRange }],
    },
    model,
    {
      now: years.from,
      access: openAccess,
      defaultZone: zone,
      defaultLimit: Number.POSITIVE_INFINITY,
      maxLimit: Number.POSITIVE_INFINITY,
    },
  );
  const duckdb = dialectFor('duckdb');
  if (!duckdb) throw new Error('no dialect for DuckDB');
  return accept(compileQuery(accept(query), model, duckdb)).text.trimEnd();
}

function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  return outcome.value;
}
