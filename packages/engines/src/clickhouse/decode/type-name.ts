/** A type by its name: `Nullable(Decimal(38, 2))` is `Nullable` of `Decimal` of `38` and `2`. */
export interface ServerTypeName {
  readonly name: string;
  /** The texts between its parentheses, without spaces around. */
  readonly parts: readonly string[];
}

/** Reads the outermost name; parts are read the same way. */
export function readTypeName(text: string): ServerTypeName {
  const open = text.indexOf('(');
  if (open === -1) return { name: text, parts: [] };
  const inner = text.slice(open + 1, text.lastIndexOf(')'));
  return { name: text.slice(0, open), parts: inner.trim() === '' ? [] : splitParts(inner) };
}

const quoted = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.|``)*`|[(),]/gs;

function splitParts(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(quoted)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === ',' && depth === 0) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

const member = /^'((?:[^'\\]|\\.)*)' = (-?\d+)$/s;

/** Reads a member of an enumeration, `'new' = 1`. */
export function readMember(text: string): readonly [number, string] {
  const [, name = '', value = ''] = member.exec(text) ?? [];
  return [Number(value), unescaped(name)];
}

/** An element of a tuple, which may have a name before its type: `count UInt64`. */
export interface TupleElement {
  readonly name: string | undefined;
  readonly type: string;
}

export function readElement(part: string): TupleElement {
  const [, plain, quotedName, type = part] = /^(?:(\w+)|`((?:[^`\\]|\\.|``)*)`) (.+)$/s.exec(part) ?? [];
  return { name: plain ?? (quotedName === undefined ? undefined : unescaped(quotedName.replaceAll('``', '`'))), type };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter);
}

const letters: Readonly<Record<string, string>> = {
  0: '\0',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
