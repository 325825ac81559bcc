import { type AuthorContextPart, parseContextCall } from './context-call.ts';

/** SQL text of a model author with its references found, not yet resolved. Plain data. */
export interface RawFragment {
  readonly text: string;
  readonly parts: readonly RawPart[];
  /** Whether the whole text is one identifier, which means a column of the cube wherever a column is allowed. */
  readonly isBareIdentifier: boolean;
}

export type RawPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `{CUBE}`, `{member}`, `{cube.member}`, `{a.b.member}`, `{time_dimension.month}`; `source` as written, braces included. */
  | { readonly kind: 'path'; readonly steps: readonly string[]; readonly source: string }
  /** `{cube.sql()}` */
  | { readonly kind: 'source'; readonly cube: string; readonly source: string }
  /** `{FILTER_PARAMS...}`, `{SECURITY_CONTEXT...}`, `{SQL_UTILS...}` */
  | AuthorContextPart;

export type FragmentProblem =
  /** A brace that neither opens nor closes a reference. */
  | { readonly kind: 'brace'; readonly source: string }
  | { readonly kind: 'expression'; readonly source: string; readonly expression: string }
  /** Braces around numbers or nothing, as in SQL patterns, arrays and JSON. */
  | { readonly kind: 'count'; readonly source: string }
  /** `${CUBE}`, the spelling of the other model language. */
  | { readonly kind: 'dollar'; readonly source: string }
  /** A variable of the request that SQL cannot read. */
  | { readonly kind: 'context'; readonly source: string; readonly name: string }
  /** A variable of the request, used in an unsupported way. */
  | { readonly kind: 'call'; readonly source: string; readonly expression: string; readonly reason: string }
  | { readonly kind: 'group'; readonly source: string }
  /** `.unsafeValue()`; `name` is the path before it. */
  | { readonly kind: 'unsafe'; readonly source: string; readonly name: string };

const identifier = /^[A-Za-z_]\w*$/;
const path = /^[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*$/;
const sourceCall = /^([A-Za-z_]\w*)\s*\.\s*sql\(\s*\)$/;

/** Words that are values in SQL, never columns. */
const constants = new Set([
  'null',
  'true',
  'false',
  'current_date',
  'current_time',
  'current_timestamp',
  'localtime',
  'localtimestamp',
]);

/** Whether a text is one word other than a constant of SQL. */
export function isColumnName(text: string): boolean {
  return identifier.test(text) && !constants.has(text.toLowerCase());
}

/** Splits author SQL into text and references. A brace opens a reference unless a backslash escapes it. */
export function parseFragment(text: string): { fragment: RawFragment; problems: readonly FragmentProblem[] } {
  const trimmed = text.trim();
  if (!/[{}]/.test(trimmed)) {
    return {
      fragment: {
        text: trimmed,
        parts: [{ kind: 'text', text: closeComment(trimmed) }],
        isBareIdentifier: isColumnName(trimmed),
      },
      problems: [],
    };
  }
  const parts: RawPart[] = [];
  const problems: FragmentProblem[] = [];
  let literal = '';
  let at = 0;
  while (at < trimmed.length) {
    const character = trimmed.charAt(at);
    if (character === '\\' && (trimmed[at + 1] === '{' || trimmed[at + 1] === '}')) {
      literal += trimmed.charAt(at + 1);
      at += 2;
    } else if (character === '{') {
      const end = closingBrace(trimmed, at);
      if (end < 0) {
        problems.push({ kind: 'brace', source: trimmed.slice(at, at + 40) });
        break;
      }
      const source = trimmed.slice(at, end + 1);
      if (trimmed[at - 1] === '$') problems.push({ kind: 'dollar', source: `$${source}` });
      const reference = parseReference(source);
      if ('problem' in reference) problems.push(reference.problem);
      else {
        if (literal) parts.push({ kind: 'text', text: literal });
        literal = '';
        parts.push(reference.part);
      }
      at = end + 1;
    } else if (character === '}') {
      problems.push({ kind: 'brace', source: '}' });
      at += 1;
    } else {
      literal += character;
      at += 1;
    }
  }
  if (literal) parts.push({ kind: 'text', text: closeComment(literal) });
  return { fragment: { text: trimmed, parts, isBareIdentifier: false }, problems };
}

/** Bound on references inside references. */
const deepest = 8;

/** Parses a reference, braces included. */
function parseReference(source: string, depth = 0): { readonly part: RawPart } | { readonly problem: FragmentProblem } {
  const content = source.slice(1, -1).trim();
  if (depth > deepest) return { problem: { kind: 'expression', source, expression: content } };
  const context = parseContextCall(content, source, (inner) => parseReference(inner, depth + 1));
  if (context) return context;
  if (path.test(content)) {
    return { part: { kind: 'path', steps: content.split('.').map((step) => step.trim()), source } };
  }
  const [, cube] = content.match(sourceCall) ?? [];
  if (cube !== undefined) return { part: { kind: 'source', cube, source } };
  if (/^[\d\s,]*$/.test(content)) return { problem: { kind: 'count', source } };
  return { problem: { kind: 'expression', source, expression: content } };
}

/** The brace that closes the one at `open`, past nested ones, or -1. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

/** A comment on the last line would swallow whatever SQL is written after the fragment. */
function closeComment(text: string): string {
  return text.includes('--', text.lastIndexOf('\n') + 1) ? `${text}\n` : text;
}
