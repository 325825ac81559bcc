import type { Dialect } from './dialect.ts';
import type { DimensionExpression, Fragment, TextPart } from '../model/index.ts';
import { any, call, cast, fragment, operator, type Sql } from './sql.ts';

/** Texts of the author and values, joined into one text; NULL when a value is. */
export function lowerText(
  { parts, isGuarded }: Extract<DimensionExpression, { kind: 'composed' }>,
  dialect: Pick<Dialect, 'quoteText'>,
  lower: (sql: Fragment) => Sql,
): Sql {
  const [first, ...others] = parts.map((part) => lowerPart(part, dialect, lower));
  if (!first) throw new Error('a text is composed of something');
  const joined = others.length === 0 ? first : operator('||', first, ...others);
  return isGuarded ? { kind: 'case', when: [{ condition: isAddress(joined), value: joined }] } : joined;
}

function lowerPart(part: TextPart, dialect: Pick<Dialect, 'quoteText'>, lower: (sql: Fragment) => Sql): Sql {
  if (typeof part === 'string') return text(part);
  const value = lower(part.sql);
  switch (part.form) {
    case 'plain':
      return cast(value, 'string');
    case 'number':
      return { kind: 'decimal-text', operand: value };
    case 'escaped':
      return escaped(cast(value, 'string'), dialect);
    case 'escaped-number':
      return escaped({ kind: 'decimal-text', operand: value }, dialect);
  }
}

/** Characters of ASCII that mean something in some part of an address; the one that begins an escape comes first. */
const special = '%!"#$&\'()*+,/:;<=>?@[\\]^`{|} ';
/** Characters that URL parsers silently drop. */
const control = '\t\n\r';
/** Begins an escape within the texts of some engines. */
const backslash = '\\';

/** Percent-encodes a value. A segment of one or two dots leads upwards in any spelling, so it gives NULL. */
function escaped(value: Sql, dialect: Pick<Dialect, 'quoteText'>): Sql {
  const written = [...special, ...control].reduce((before, character): Sql => {
    const literal =
      control.includes(character) || character === backslash ? text(character) : fragment(dialect.quoteText(character));
    return call('REPLACE', before, literal, fragment(`'${percent(character)}'`));
  }, value);
  return call('NULLIF', call('NULLIF', written, fragment("'.'")), fragment("'..'"));
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Tests for a web, mail or phone address or a path on this host; never a script, never another host by two slashes. */
function isAddress(value: Sql): Sql {
  const startsWith = (start: string): Sql => ({
    kind: 'text-match',
    match: 'starts-with',
    operand: value,
    value: start,
  });
  const isElsewhere = any([startsWith('//'), startsWith('/\\')]);
  return any([
    ...['https://', 'http://', 'mailto:', 'tel:'].map(startsWith),
    operator('AND', startsWith('/'), { kind: 'not', operand: isElsewhere }),
  ]);
}

function text(value: string): Sql {
  return { kind: 'parameter', type: 'string', text: value };
}
