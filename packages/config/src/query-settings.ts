import { type DefaultMasks, parseZone, type QueryRule, type Zone } from '@orrery/semantic';
import { readDefaultMasks } from './default-masks.ts';
import type { PositionedYaml, YamlEntry } from './positioned-yaml.ts';
import { readQueryRules } from './query-rules.ts';
import type { SettingReader } from './setting-reader.ts';

export interface QuerySettings {
  readonly defaultZone: Zone;
  /** Number of rows when a query names no limit; at most `maxLimit`. */
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly timeoutMs: number;
  /** Size of the largest answer, measured as the JSON of its rows. */
  readonly maxResultMb: number;
  /** Memory of one statement above the results of data sources. */
  readonly maxIntermediateMb: number;
  /** Running queries per data source; at least two, so that one tenant can never hold all of them. */
  readonly concurrency: number;
  /** Running queries of one tenant; always below `concurrency`. */
  readonly concurrencyPerTenant: number;
  readonly masks: DefaultMasks;
  /**
   * Separator between the names of nested folders in metadata, which lists them side by side. When absent, nested
   * folders become one.
   */
  readonly foldersDelimiter?: string;
  /** Rules of `query_rewrite`. */
  readonly rules: readonly QueryRule[];
}

const keys = [
  'timezone',
  'default_limit',
  'max_limit',
  'max_result_mb',
  'max_intermediate_mb',
  'timeout_seconds',
  'concurrency',
  'concurrency_per_tenant',
];

const largestLimit = 10_000_000;
/** 50,000 rows of 25 columns take about half of it; a browser cannot hold a text of more than 512 MB. */
const defaultResultMb = 128;
const largestResultMb = 1024;
const defaultIntermediateMb = 256;
const largestIntermediateMb = 65_536;
const longestTimeoutSeconds = 24 * 60 * 60;
/**
 * Bound on all running queries together. It is below the size of the thread pool in bin/orrery.js (32), which leaves
 * room for files and hashing.
 */
const mostRunning = 24;

const fewestRunning = 2;

interface Ceilings {
  readonly limit: number;
  readonly resultMb: number;
  readonly intermediateMb: number;
  readonly timeoutSeconds: number;
  readonly running: number;
}

const ceilings: Ceilings = {
  limit: largestLimit,
  resultMb: largestResultMb,
  intermediateMb: largestIntermediateMb,
  timeoutSeconds: longestTimeoutSeconds,
  running: mostRunning,
};

/** Ceilings for an uploaded project: the defaults. */
const foreignCeilings: Ceilings = {
  limit: 50_000,
  resultMb: defaultResultMb,
  intermediateMb: defaultIntermediateMb,
  timeoutSeconds: 600,
  running: 4,
};

/**
 * Reads from the project file, else the reference's variables, else the defaults.
 *
 * @param isForeign whether the project was uploaded and so may not raise its limits above the defaults
 */
export function readQuerySettings(
  yaml: PositionedYaml,
  section: YamlEntry | undefined,
  reader: SettingReader,
  { sourceCount, isForeign }: { readonly sourceCount: number; readonly isForeign: boolean },
  rules: YamlEntry | undefined,
): QuerySettings {
  const most = isForeign ? foreignCeilings : ceilings;
  const entries = new Map(yaml.entries(section?.value ?? null, 'query', keys).map((entry) => [entry.key, entry]));
  const mostPerSource = Math.max(
    fewestRunning,
    Math.min(most.running, Math.floor(mostRunning / Math.max(1, sourceCount))),
  );
  const integer = (key: string, to: number, from = 1): number | undefined => {
    const entry = entries.get(key);
    return entry && yaml.integer(entry, from, to);
  };
  const maxLimit = integer('max_limit', most.limit) ?? reader.integer('maxLimit', 1, most.limit) ?? 50_000;
  const defaultLimit = integer('default_limit', most.limit) ?? reader.integer('defaultLimit', 1, most.limit) ?? 10_000;
  const timeoutSeconds = integer('timeout_seconds', most.timeoutSeconds) ?? readTimeoutSeconds(reader) ?? 600;
  const concurrency = Math.min(
    integer('concurrency', mostPerSource, fewestRunning) ??
      reader.integer('concurrency', fewestRunning, mostPerSource) ??
      4,
    mostPerSource,
  );
  const mostPerTenant = concurrency - 1;
  const foldersDelimiter = reader.text('foldersDelimiter')?.text;
  return {
    defaultZone: readZone(yaml, entries.get('timezone'), reader),
    defaultLimit: Math.min(defaultLimit, maxLimit),
    maxLimit,
    maxResultMb: integer('max_result_mb', most.resultMb) ?? defaultResultMb,
    maxIntermediateMb: integer('max_intermediate_mb', most.intermediateMb) ?? defaultIntermediateMb,
    timeoutMs: timeoutSeconds * 1000,
    concurrency,
    concurrencyPerTenant: integer('concurrency_per_tenant', mostPerTenant) ?? mostPerTenant,
    masks: readDefaultMasks(reader),
    ...(foldersDelimiter ? { foldersDelimiter } : {}),
    rules: readQueryRules(yaml, rules),
  };
}

function readZone(yaml: PositionedYaml, entry: YamlEntry | undefined, reader: SettingReader): Zone {
  const borrowed = entry ? undefined : reader.text('timezone');
  const name = entry ? yaml.text(entry) : borrowed?.text;
  const zone = parseZone(name ?? 'UTC');
  if (zone) return zone;
  const message = `There is no time zone '${name}'.`;
  if (entry) yaml.refuse(entry.value, message);
  else reader.problems.push({ message: `${borrowed?.origin}: ${message}` });
  return 'UTC' as Zone; // never served: the problem above ends the start
}

/** Reads seconds, or a number with a unit: `30s`, `10m`, `1h`. */
function readTimeoutSeconds(reader: SettingReader): number | undefined {
  const setting = reader.text('queryTimeout');
  if (!setting) return undefined;
  const match = /^(\d{1,6})([smh]?)$/.exec(setting.text);
  const seconds = match ? Number(match[1]) * (match[2] === 'h' ? 3600 : match[2] === 'm' ? 60 : 1) : Number.NaN;
  if (seconds >= 1 && seconds <= longestTimeoutSeconds) return seconds;
  reader.refuse(setting, `must be seconds, or like 10m, up to a day, not '${setting.text}'`);
  return undefined;
}
