export interface Token {
  readonly kind: 'string' | 'number' | 'word' | 'sign';
  readonly text: string;
}

const form =
  /\s*(?:'((?:[^']|'')*)'|(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|(::|!~\*|!~|~\*|~~|\|\||->>|->|<=|>=|<>|!=|<<|>>|\^@|[-+*/%^<>=~@&|#()[\],]))/y;

export function lexForTest(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const lexer = new RegExp(form);
  while (lexer.lastIndex < text.trimEnd().length) {
    const match = lexer.exec(text);
    if (!match) throw new Error(`cannot read ${text}`);
    const [, string, number, word, sign] = match;
    if (string !== undefined) tokens.push({ kind: 'string', text: string.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}
