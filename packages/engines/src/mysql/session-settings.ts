import type { MysqlSettings } from './mysql-settings.ts';

/** MariaDB and MySQL differ in the names of a few settings. */
export type Flavour = 'mariadb' | 'mysql';

export function flavourOf(version: string): Flavour {
  return /mariadb/i.test(version) ? 'mariadb' : 'mysql';
}

/**
 * Number of bytes of a text that the server compares when it sorts. Texts that differ only after them are equal to the
 * server, and may be grouped together; the default is 1024 bytes, without a warning. A character takes three bytes of
 * the key. Longer texts are refused, see `text-length.ts`.
 */
export const maxSortBytes = 1_048_576;
/** Sort memory: the server requires room for fifteen keys of the greatest length, here of two such columns. */
const sortBufferBytes = 2 * 16 * maxSortBytes;
/**
 * Maximum length of lists of `GROUP_CONCAT`. Longer lists are cut, by default after 1024 bytes on MySQL, with a
 * warning.
 */
const listBytes = 64 * 1024 * 1024;
/** Digits after the decimal point of a quotient, in addition to those of the dividend; by default four. */
const quotientDigits = 30;
/** Time for which a slow reader may hold back the server: the time of its statement, and a little more. */
const writeSlackSeconds = 60;

/**
 * MariaDB 10.11 computes INTERVAL(x, ...), which finds the offset of a zone, of the wrong row when it moves a condition
 * into a derived table.
 */
const unsafe = 'condition_pushdown_for_derived=off';

/**
 * Standard quotes and `||`, backslashes as ordinary characters, so that text ends where we expect. No
 * ERROR_FOR_DIVISION_BY_ZERO: in a SELECT the result is NULL either way, and the mode would fill the list of warnings.
 */
const modes = [
  'ANSI_QUOTES',
  'PIPES_AS_CONCAT',
  'NO_BACKSLASH_ESCAPES',
  'ONLY_FULL_GROUP_BY',
  'STRICT_ALL_TABLES',
  'NO_UNSIGNED_SUBTRACTION',
  'NO_ENGINE_SUBSTITUTION',
];

/** Statements for a new connection. They set everything that decides how a value is compared, rounded or printed. */
export function sessionSettings(flavour: Flavour, { timeoutMs }: MysqlSettings): readonly string[] {
  const timeoutSeconds = Math.ceil(timeoutMs / 1000);
  const own =
    flavour === 'mariadb'
      ? {
          collation: 'utf8mb4_nopad_bin',
          modes,
          settings: [`max_statement_time = ${timeoutMs / 1000}`, `optimizer_switch = '${unsafe}'`],
        }
      : {
          collation: 'utf8mb4_0900_bin',
          modes: [...modes, 'TIME_TRUNCATE_FRACTIONAL'],
          settings: [`max_execution_time = ${timeoutMs}`],
        };
  return [
    `SET NAMES utf8mb4 COLLATE ${own.collation}`,
    `SET SESSION ${[
      `sql_mode = '${own.modes.join(',')}'`,
      "time_zone = '+00:00'",
      `div_precision_increment = ${quotientDigits}`,
      `max_sort_length = ${maxSortBytes}`,
      `sort_buffer_size = ${sortBufferBytes}`,
      `group_concat_max_len = ${listBytes}`,
      'max_error_count = 1024',
      'sql_auto_is_null = 0',
      'sql_select_limit = DEFAULT',
      'autocommit = 1',
      `net_write_timeout = ${timeoutSeconds + writeSlackSeconds}`,
      ...own.settings,
    ].join(', ')}`,
    'SET SESSION TRANSACTION READ ONLY',
  ];
}
