import { tokensOf } from './tokens.ts';

/** A word that is as long, and that PostgreSQL takes for the name of a setting. */
const standIn = 'usr_';

/**
 * `SET user = 'x'` changes the security context, and PostgreSQL does not take it, because `user` is a word of SQL.
 *
 * @returns the text with another name in its place, which leaves all places as they are, and offsets of these statements
 */
export function withSetUser(text: string): { readonly text: string; readonly users: ReadonlySet<number> } {
  const users = new Set<number>();
  if (!/\bset\s[^;]{0,64}\buser\b/i.test(text)) return { text, users };
  const parts: string[] = [];
  let end = 0;
  const tokens = tokensOf(text);
  const word = (index: number) => tokens[index]?.text ?? '';
  for (const [index, { at, text: first }] of tokens.entries()) {
    if (first !== 'set' || (index > 0 && word(index - 1) !== ';')) continue;
    const name = word(index + 1) === 'session' || word(index + 1) === 'local' ? index + 2 : index + 1;
    const user = tokens[name];
    const sign = tokens[name + 1];
    if (user?.text !== 'user' || sign === undefined) continue;
    if (sign.text !== 'to' && text.slice(sign.at, sign.end) !== '=') continue;
    parts.push(text.slice(end, user.at), standIn);
    end = user.end;
    users.add(at);
  }
  return { text: [...parts, text.slice(end)].join(''), users };
}
