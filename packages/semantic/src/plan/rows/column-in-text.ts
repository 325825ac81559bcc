/** A piece of SQL text: `column` pieces name the column that was looked for, `unclear` ones perhaps. */
export interface TextPiece {
  readonly kind: 'text' | 'column' | 'unclear';
  readonly text: string;
}

/** Splits SQL after the alias of a cube where it begins with a column: `.at`, `."at"`. */
export function columnAtStart(text: string, column: string): { readonly rest: string } | undefined {
  const found = /^\s*\.\s*(?:"([^"]*)"|`([^`]*)`|([A-Za-z_]\w*))/.exec(text);
  const name = found?.[1] ?? found?.[2] ?? found?.[3];
  if (!found || name === undefined || !isSameName(name, column)) return undefined;
  return { rest: text.slice(found[0].length) };
}

const token = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"[^"]*"|`[^`]*`|[A-Za-z_]\w*|\d[\w.]*|::|\s+|[\s\S]/g;

/** Splits SQL at the places that name a column without the alias of its cube. */
export function columnInText(text: string, column: string): readonly TextPiece[] {
  const tokens = text.match(token) ?? [];
  const isWord = (one: string | undefined) => one !== undefined && /^["`A-Za-z_]/.test(one);
  if (!tokens.some((one) => isWord(one) && isSameName(unquoted(one), column))) return [{ kind: 'text', text }];
  const hasSelect = tokens.some((one) => one.toUpperCase() === 'SELECT');
  const said = tokens.map((one, index) => ({ one, index })).filter(({ one }) => !isBlank(one));
  const named = new Map<number, TextPiece['kind']>();
  said.forEach(({ one, index }, at) => {
    if (!isWord(one) || !isSameName(unquoted(one), column)) return;
    const around = (step: number) => said[at + step]?.one.toUpperCase() ?? '';
    if (around(-1) === '.') return;
    const isQuoted = /^["`]/.test(one);
    if (!isQuoted && isKeyword(around)) return;
    named.set(index, hasSelect ? 'unclear' : 'column');
  });
  return tokens.map((one, index) => ({ kind: named.get(index) ?? 'text', text: one }));
}

/** Whether a word is a function, a type, a unit or a part of AT TIME ZONE here, rather than a column. */
function isKeyword(around: (step: number) => string): boolean {
  const [before, after] = [around(-1), around(1)];
  if (after === '(' || before === 'AS' || before === '::') return true;
  if (after.startsWith("'") || before.startsWith("'") || /^\d/.test(before)) return true;
  if (after === 'FROM' && before === '(' && around(-2) === 'EXTRACT') return true;
  return after === 'TIME' || after === 'LOCAL';
}

function isBlank(one: string): boolean {
  return /^(?:\s|--|\/\*)/.test(one);
}

function unquoted(one: string): string {
  return one.replace(/^["`]|["`]$/g, '');
}

/** Engines differ in whether they mind letter case; a name that differs in it alone is taken for the column. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
