/** A piece of a string template: text, a name, or something between braces that is read elsewhere. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A name or a path of names: `x`, `CUBE.status`. */
  | { readonly kind: 'name'; readonly text: string }
  /** The content of braces in an f-string. */
  | { readonly kind: 'hole'; readonly text: string };

/** The argument of `.filter(...)`: SQL, or a function that builds SQL from values. */
export interface Template {
  /** Parameters of a `lambda`; absent when it is not a function. */
  readonly parameters?: readonly string[];
  readonly pieces: readonly TemplatePiece[];
}

/** Bound on nested brackets. */
const deepest = 20;

export class TemplateError extends Error {}

/** Reads an expression of names, brackets, strings and `+` from left to right. Nothing in it is ever evaluated. */
export class ExpressionText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Consumes the next token if it is this one; returns whether it was. */
  takes(token: string): boolean {
    this.#skipSpace();
    const isWord = /^\w/.test(token);
    const found =
      this.#text.startsWith(token, this.#at) && !(isWord && /\w/.test(this.#text.charAt(this.#at + token.length)));
    if (found) this.#at += token.length;
    return found;
  }

  startsWith(token: string): boolean {
    this.#skipSpace();
    return this.#text.startsWith(token, this.#at);
  }

  /** @throws TemplateError */
  expect(token: string): void {
    if (!this.takes(token)) throw new TemplateError(`'${token}' is expected ${this.#where()}`);
  }

  /** @throws TemplateError */
  name(): string {
    const name = this.#match(/[A-Za-z_]\w*/y);
    if (name === undefined) throw new TemplateError(`a name is expected ${this.#where()}`);
    return name;
  }

  /** The rest of a path: `.a.b['c']`. @throws TemplateError */
  steps(): readonly string[] {
    const steps: string[] = [];
    for (;;) {
      if (this.takes('.')) steps.push(this.name());
      else if (this.takes('[')) {
        const [piece, ...others] = this.#string() ?? [];
        if (piece?.kind !== 'text' || others.length > 0) throw new TemplateError(`a name in quotes is expected in []`);
        steps.push(piece.text);
        this.expect(']');
      } else return steps;
    }
  }

  /** @throws TemplateError when something follows */
  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new TemplateError(`nothing more is expected ${this.#where()}`);
  }

  /** @throws TemplateError */
  template(): Template {
    if (!this.takes('lambda')) return { pieces: this.#sum() };
    const parameters = [this.name()];
    while (this.takes(',')) parameters.push(this.name());
    this.expect(':');
    return { parameters, pieces: this.#sum() };
  }

  #sum(depth = 0): readonly TemplatePiece[] {
    if (depth > deepest) throw new TemplateError('brackets are nested too deep');
    const pieces = [...this.#item(depth)];
    while (this.takes('+')) for (const piece of this.#item(depth)) pieces.push(piece);
    return pieces;
  }

  #item(depth: number): readonly TemplatePiece[] {
    if (this.takes('(')) {
      const inner = this.#sum(depth + 1);
      this.expect(')');
      return inner;
    }
    const first = this.#string();
    if (first) {
      const pieces = [...first];
      // Adjacent strings are joined.
      for (let next = this.#string(); next; next = this.#string()) for (const piece of next) pieces.push(piece);
      return pieces;
    }
    const name = this.#match(/[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*/y);
    if (name === undefined) throw new TemplateError(`a string or a name is expected ${this.#where()}`);
    return [{ kind: 'name', text: name }];
  }

  /** Reads a string, split at the braces if it is an f-string. */
  #string(): readonly TemplatePiece[] | undefined {
    const opening = this.#match(/[fF]?(?:'''|"""|'|")/y);
    if (opening === undefined) return undefined;
    const isTemplate = /^f/i.test(opening);
    const quote = opening.replace(/^f/i, '');
    const pieces: TemplatePiece[] = [];
    let literal = '';
    const flush = () => {
      if (literal) pieces.push({ kind: 'text', text: literal });
      literal = '';
    };
    while (!this.#text.startsWith(quote, this.#at)) {
      const character = this.#text.charAt(this.#at);
      const next = this.#text.charAt(this.#at + 1);
      if (character === '') throw new TemplateError(`the string that begins with ${opening} does not end`);
      if (character === '\\') {
        literal += escapes.get(next) ?? `\\${next}`;
        this.#at += 2;
      } else if (isTemplate && (character === '{' || character === '}') && next === character) {
        literal += character;
        this.#at += 2;
      } else if (isTemplate && character === '{') {
        flush();
        pieces.push({ kind: 'hole', text: this.#hole() });
      } else if (character === '{' || character === '}') {
        throw new TemplateError(`braces hold references in f"..." only`);
      } else {
        literal += character;
        this.#at += 1;
      }
    }
    this.#at += quote.length;
    flush();
    return pieces.length > 0 ? pieces : [{ kind: 'text', text: '' }];
  }

  #hole(): string {
    const open = this.#at;
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      if (depth === 0) {
        this.#at += 1;
        return this.#text.slice(open + 1, this.#at - 1).trim();
      }
    }
    throw new TemplateError(`a brace is not closed`);
  }

  #match(pattern: RegExp): string | undefined {
    this.#skipSpace();
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #where(): string {
    const rest = this.#text.slice(this.#at, this.#at + 20);
    return rest === '' ? 'at the end' : `before '${rest}'`;
  }
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['{', '{'],
  ['}', '}'],
  ['\n', ''],
]);
