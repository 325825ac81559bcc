import type { Zone } from './instant.ts';

const ianaShape = /^[a-z][a-z0-9_+-]*(?:\/[a-z0-9_+-]+){0,2}$/i;

/** The longest IANA name has 32 characters. */
const maxNameLength = 40;

/** Former names that plain title case does not spell. The runtime knows them and answers with today's name. */
const irregularNames = new Map(
  [
    ...[
      'CET',
      'CST6CDT',
      'EET',
      'EST',
      'EST5EDT',
      'GB',
      'GB-Eire',
      'GMT',
      'GMT+0',
      'GMT-0',
      'GMT0',
      'HST',
      'MET',
      'MST',
    ],
    ...['MST7MDT', 'NZ', 'NZ-CHAT', 'PRC', 'PST8PDT', 'ROC', 'ROK', 'UCT', 'UTC', 'W-SU', 'WET'],
    ...['Etc/GMT', 'Etc/GMT+0', 'Etc/GMT-0', 'Etc/GMT0', 'Etc/UCT', 'Etc/UTC'],
    ...['US/Alaska', 'US/Aleutian', 'US/Arizona', 'US/Central', 'US/East-Indiana', 'US/Eastern', 'US/Hawaii'],
    ...['US/Indiana-Starke', 'US/Michigan', 'US/Mountain', 'US/Pacific', 'US/Samoa'],
    ...['America/Argentina/ComodRivadavia', 'America/Knox_IN', 'Australia/ACT', 'Australia/LHI', 'Australia/NSW'],
    ...['Brazil/DeNoronha', 'Chile/EasterIsland', 'Mexico/BajaNorte', 'Mexico/BajaSur'],
  ].map((name) => [name.toLowerCase(), name]),
);

/**
 * An IANA time zone in the database's own spelling, whatever the letter case of `text`. Former names stay as they are
 * (`Asia/Kolkata` and `Asia/Calcutta` are both answers). Offsets such as `+05:30` and the ambiguous three-letter names
 * some runtimes add (`IST`) are no zones.
 */
export function parseZone(text: string): Zone | undefined {
  const known = accepted.get(text);
  if (known) return known;
  const zone = readZone(text);
  if (zone && accepted.size < maxRemembered) accepted.set(text, zone);
  return zone;
}

/**
 * Zones by spelling. A check by the runtime costs as much as binding the rest of a query, and its answer never changes.
 */
const accepted = new Map<string, Zone>();
/** Bounds the memory: there are about 600 names, but letter case gives each many spellings. */
const maxRemembered = 2000;

function readZone(text: string): Zone | undefined {
  if (text.length > maxNameLength || !ianaShape.test(text)) return undefined;
  const today = nameToday(text);
  if (today === undefined || /^systemv\//i.test(text)) return undefined;
  if (today.toLowerCase() === text.toLowerCase()) return today as Zone;
  const irregular = irregularNames.get(text.toLowerCase());
  if (irregular !== undefined) return irregular as Zone;
  return text.length > 3 ? (titleCase(text) as Zone) : undefined;
}

function nameToday(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** `america/port_of_spain` to `America/Port_of_Spain`. */
function titleCase(text: string): string {
  return text
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/(^|[_-])([a-z])([a-z]*)/g, capitalise))
    .join('/');
}

function capitalise(_: string, before: string, first: string, rest: string): string {
  const isSmallWord = before !== '' && ['of', 'es', 'au', 'in'].includes(first + rest);
  return isSmallWord ? before + first + rest : before + first.toUpperCase() + rest;
}
