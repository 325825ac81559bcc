import { resolveFunction, resolveOperator, type SqlType, typeNamed } from '../types/index.ts';
import { lexForTest, type Token } from './tokens-for-test.ts';
import {
  functionsNamed,
  isCannot,
  operatorsNamed,
  type Rendered,
  renderAggregate,
  renderBranches,
  renderCall,
  renderCast,
  type StatementSession,
} from './index.ts';

/** What stands between operands, weakest first. */
const levels: readonly (readonly string[])[] = [
  ['OR'],
  ['AND'],
  ['<', '>', '=', '<=', '>=', '<>', '!='],
  ['LIKE', 'ILIKE', '~', '~*', '!~', '!~*', '||', '->', '->>', '&', '|', '#', '<<', '>>', '^@', '~~'],
  ['+', '-'],
  ['*', '/', '%'],
  ['^'],
  ['AT'],
];

const operatorOf: Readonly<Record<string, string>> = { LIKE: '~~', ILIKE: '~~*', '!=': '<>' };
const parts = /^(?:extract|position|substring|trim)$/;

/** Reads an expression of PostgreSQL, binds it and renders it for DuckDB. Throws what it cannot do. */
export function renderForTest(
  text: string,
  session: StatementSession,
  columns: ReadonlyMap<string, Rendered> = new Map(),
  suffix = '',
): Rendered {
  const reader = new Reader(lexForTest(text), session, columns, suffix);
  const rendered = reader.expression(0);
  reader.end();
  return rendered;
}

class Reader {
  #tokens: readonly Token[];
  #at = 0;
  readonly #session: StatementSession;
  readonly #columns: ReadonlyMap<string, Rendered>;
  readonly #suffix: string;
  #isDistinct = false;

  constructor(
    tokens: readonly Token[],
    session: StatementSession,
    columns: ReadonlyMap<string, Rendered>,
    suffix: string,
  ) {
    this.#suffix = suffix;
    this.#tokens = tokens;
    this.#session = session;
    this.#columns = columns;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new Error(`left over: ${JSON.stringify(this.#tokens[this.#at])}`);
  }

  #peek(offset = 0): string {
    const token = this.#tokens[this.#at + offset];
    return token === undefined || token.kind === 'string' ? '' : token.text.toUpperCase();
  }

  #take(expected?: string): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined || (expected !== undefined && this.#peek() !== expected))
      throw new Error(`expected ${expected ?? 'more'}, found ${token?.text}`);
    this.#at += 1;
    return token;
  }

  #has(word: string): boolean {
    if (this.#peek() !== word) return false;
    this.#at += 1;
    return true;
  }

  expression(level: number): Rendered {
    if (level === 2 && this.#has('NOT'))
      return made(`(NOT ${this.#cast(this.expression(2), { name: 'bool' }).text})`, 'bool');
    const names = levels[level];
    if (names === undefined) return this.#postfix();
    let left = this.expression(level + 1);
    for (;;) {
      if (level === 2 && this.#peek() === 'IS') left = this.#is(left);
      else if (names.includes(this.#peek())) left = this.#operator(left, level);
      else return left;
    }
  }

  #operator(left: Rendered, level: number): Rendered {
    const word = this.#peek();
    this.#take();
    if (word === 'AT') {
      this.#take('TIME');
      this.#take('ZONE');
      return this.#call('timezone', [this.expression(level + 1), left]);
    }
    const right = this.expression(level + 1);
    if (word === 'AND' || word === 'OR') {
      const [one, other] = [left, right].map((side) => this.#cast(side, { name: 'bool' }).text);
      return made(`(${one} ${word} ${other})`, 'bool');
    }
    const pattern = this.#has('ESCAPE') ? this.#call('like_escape', [right, this.expression(level + 1)]) : right;
    return this.#resolved(operatorOf[word] ?? word, [left, pattern]);
  }

  #is(left: Rendered): Rendered {
    this.#take('IS');
    const not = this.#has('NOT') ? ' NOT' : '';
    const word = this.#take().text;
    return made(`(${left.text} IS${not} ${word})`, 'bool');
  }

  #resolved(name: string, args: readonly Rendered[]): Rendered {
    const resolved = resolveOperator(
      operatorsNamed(name),
      args.map(({ type }) => type.name),
    );
    if ('failure' in resolved) throw new Error(`operator ${resolved.failure}: ${name}`);
    return done(renderCall(resolved, args, this.#session));
  }

  #call(name: string, args: readonly Rendered[]): Rendered {
    const resolved = resolveFunction(
      functionsNamed(name),
      args.map(({ type }) => type.name),
    );
    if ('failure' in resolved) {
      const [only] = args;
      const type = typeNamed({ name });
      if (args.length === 1 && only && !('refusal' in type)) return this.#cast(only, type, true);
      throw new Error(`function ${resolved.failure}: ${name}(${args.map(({ type }) => type.name).join()})`);
    }
    const { kind } = resolved.signature;
    if (kind === 'scalar' || kind === 'set') return done(renderCall(resolved, args, this.#session));
    const details = { isDistinct: this.#isDistinct, ...(this.#suffix === '' ? {} : { suffix: this.#suffix }) };
    return done(renderAggregate(resolved, args, details, this.#session));
  }

  #cast(value: Rendered, type: SqlType, isWritten = false): Rendered {
    return done(renderCast(value, type, this.#session, isWritten));
  }

  #postfix(): Rendered {
    let value = this.#primary();
    for (;;) {
      if (this.#has('::')) value = this.#cast(value, this.#type(), true);
      else if (this.#has('[')) {
        const index = this.expression(0);
        this.#take(']');
        value = this.#call('array_item', [value, index]);
      } else return value;
    }
  }

  #type(): SqlType {
    let name = this.#take().text;
    while (/^(?:PRECISION|VARYING)$/.test(this.#peek())) name += ` ${this.#take().text}`;
    const modifier: number[] = [];
    if (this.#has('(')) {
      do modifier.push(Number(this.#take().text));
      while (this.#has(','));
      this.#take(')');
    }
    if (this.#peek() === 'WITH' || this.#peek() === 'WITHOUT')
      for (let i = 0; i < 3; i += 1) name += ` ${this.#take().text}`;
    const isArray = this.#has('[');
    if (isArray) this.#take(']');
    const type = typeNamed({ name, modifier, isArray });
    if ('refusal' in type) throw new Error(type.refusal);
    return type;
  }

  #primary(): Rendered {
    const token = this.#take();
    const word = token.kind === 'string' ? '' : token.text.toUpperCase();
    if (token.kind === 'string') return { text: 'NULL', type: { name: 'unknown' }, constant: token.text };
    if (token.kind === 'number') return this.#number(token.text);
    if (word === '-' || word === '+' || word === '@' || word === '~') {
      const next = this.#tokens[this.#at];
      // PostgreSQL folds the sign into a number, but a cast binds closer.
      if (word === '-' && next?.kind === 'number' && this.#peek(1) !== '::') {
        this.#take();
        return this.#number(`-${next.text}`);
      }
      return this.#resolved(word, [this.#postfix()]);
    }
    if (word === '(') {
      const inner = this.expression(0);
      this.#take(')');
      return inner;
    }
    if (word === 'NULL') return { text: 'NULL', type: { name: 'unknown' }, constant: null };
    if (word === 'TRUE' || word === 'FALSE')
      return { text: word.toLowerCase(), type: { name: 'bool' }, constant: word.toLowerCase() };
    if (word === 'CASE') return this.#case();
    if (word === 'ARRAY') return this.#array();
    if (word === 'CAST') return this.#written();
    return this.#named(token.text);
  }

  #number(text: string): Rendered {
    const whole = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
    const name =
      whole === undefined
        ? 'numeric'
        : whole >= -(2n ** 31n) && whole < 2n ** 31n
          ? 'int4'
          : whole >= -(2n ** 63n) && whole < 2n ** 63n
            ? 'int8'
            : 'numeric';
    return this.#cast({ text: '', type: { name: 'unknown' }, constant: text }, { name });
  }

  #written(): Rendered {
    this.#take('(');
    const value = this.expression(0);
    this.#take('AS');
    const type = this.#type();
    this.#take(')');
    return this.#cast(value, type, true);
  }

  #case(): Rendered {
    const conditions: string[] = [];
    const values: Rendered[] = [];
    while (this.#has('WHEN')) {
      conditions.push(this.#cast(this.expression(0), { name: 'bool' }).text);
      this.#take('THEN');
      values.push(this.expression(0));
    }
    values.push(this.#has('ELSE') ? this.expression(0) : { text: 'NULL', type: { name: 'unknown' }, constant: null });
    this.#take('END');
    const branches = done(renderBranches('CASE', values, this.#session));
    const when = conditions.map((condition, index) => `WHEN ${condition} THEN ${branches.texts[index]}`).join(' ');
    const { texts, ...others } = branches;
    return { ...others, text: `(CASE ${when} ELSE ${texts.at(-1)} END)` } as Rendered;
  }

  #array(): Rendered {
    this.#take('[');
    const items = this.#list(']');
    const { texts, type } = done(renderBranches('ARRAY', items, this.#session));
    return { text: `[${texts.join(', ')}]`, type: { name: `${type.name as 'int4'}[]` } };
  }

  #list(end: string): readonly Rendered[] {
    const items: Rendered[] = [];
    if (this.#has(end)) return items;
    if (this.#has('*')) {
      this.#take(end);
      return items;
    }
    if (this.#has('DISTINCT')) this.#isDistinct = true;
    do items.push(this.expression(0));
    while (this.#has(',') || this.#has('FROM') || this.#has('FOR') || this.#has('IN'));
    this.#take(end);
    return items;
  }

  #named(name: string): Rendered {
    const column = this.#columns.get(name);
    if (column) return column;
    const lower = name.toLowerCase();
    const next = this.#tokens[this.#at];
    if (next?.kind === 'string') {
      this.#take();
      const type = typeNamed({ name });
      if ('refusal' in type) throw new Error(type.refusal);
      return this.#cast({ text: '', type: { name: 'unknown' }, constant: next.text }, type, true);
    }
    this.#take('(');
    if (lower === 'extract') {
      const field = this.#take().text;
      this.#take('FROM');
      const value = this.expression(0);
      this.#take(')');
      return this.#call('extract', [{ text: '', type: { name: 'unknown' }, constant: field }, value]);
    }
    const isIn = lower === 'position';
    const args = this.#list(')');
    if (lower === 'coalesce' || lower === 'greatest' || lower === 'least') {
      const { texts, ...others } = done(renderBranches(name.toUpperCase(), args, this.#session));
      return { ...others, text: `${lower}(${texts.join(', ')})` } as Rendered;
    }
    return this.#call(lower, isIn && parts.test(lower) ? args.toReversed() : args);
  }
}

function made(text: string, name: SqlType['name']): Rendered {
  return { text, type: { name } };
}

function done<T>(rendered: T): Exclude<T, { readonly cannot: string }> {
  if (isCannot(rendered)) throw new Error(rendered.cannot);
  return rendered as Exclude<T, { readonly cannot: string }>;
}
