import { parse, tokenize } from '@huggingface/jinja';
import { splitTags, type TemplatePart } from './split-tags.ts';
import { TemplateFault, type TemplatePlace } from './template-fault.ts';
import type { TemplateNode } from './template-node.ts';

type TemplateToken = ReturnType<typeof tokenize>[number];

export interface ParsedTemplate {
  readonly file: string;
  readonly body: readonly TemplateNode[];
  /** The positions by the number in a mark. */
  readonly places: readonly TemplatePlace[];
}

/**
 * The library's parser keeps no positions. So a mark stands before each text and each tag: an identifier that no
 * template can write. It is evaluated like any other node of a block, and tells where the evaluation stands.
 */
const markSign = '@';

export function markIn(node: TemplateNode): number | undefined {
  return node.type === 'Identifier' && node.value.startsWith(markSign) ? Number(node.value.slice(1)) : undefined;
}

/** Functions behind the statements that the library's grammar lacks; no template can write their names. */
export const importName = '@import';
export const includeName = '@include';

/** Statements that continue or end another one: nothing is evaluated between them and what stands before. */
const continuing = /^(?:elif|else|end\w+)\b/;

/** @throws TemplateFault */
export function parseTemplate(file: string, text: string): ParsedTemplate {
  const tokens: TemplateToken[] = [];
  const places: TemplatePlace[] = [];
  /** The position of the part that each token comes from. */
  const origins: TemplatePlace[] = [];
  for (const part of splitTags(file, text)) {
    const place = { file, from: part.from, to: part.kind === 'text' ? part.from + part.text.length : part.to };
    const isContinuing = part.kind === 'statement' && continuing.test(part.body);
    const added = [...(isContinuing ? [] : markTokens(places.push(place) - 1)), ...tokensOf(part, place)];
    for (const token of added) {
      tokens.push(token);
      origins.push(place);
    }
  }
  return { file, body: parseTokens(tokens, origins, file), places };
}

function markTokens(index: number): readonly TemplateToken[] {
  const [open, name, close] = tokenize('{{ mark }}');
  if (!open || !name || !close) throw new Error('the library reads no expression');
  return [open, { ...name, value: `${markSign}${index}` }, close];
}

/** The tokenizer looks for a statement of its own with a pattern that takes the square of a run of spaces. */
const longRun = /\s{1000}/;
const longestTag = 1_000_000;

function tokensOf(part: TemplatePart, place: TemplatePlace): readonly TemplateToken[] {
  if (part.kind === 'text') return [{ value: part.text, type: 'Text' }];
  const { body } = part;
  if (body.length > longestTag || longRun.test(body))
    throw new TemplateFault('model.template-too-much', { what: 'text in one tag' }, { place });
  try {
    if (part.kind === 'expression') return tokenize(`{{ ${body} }}`);
    const given = withoutContextWords(body);
    const rewritten = rewriteImport(given);
    if (rewritten === undefined) {
      const tokens = tokenize(`{% ${body} %}`);
      if (tokens.length === 0) throw new SyntaxError(`Unknown statement type: ${body}`);
      return tokens;
    }
    return tokenize(rewritten.text).map((token: TemplateToken) =>
      token.value === functionStandIn ? { ...token, value: rewritten.calls } : token,
    );
  } catch (error) {
    throw syntaxFault(error, place);
  }
}

const functionStandIn = 'function_of_the_grammar';

/** Imported templates see the variables of the model in any case, and never those of their importer. */
function withoutContextWords(body: string): string {
  return body.replace(/\s+(?:with|without)\s+context$/, '');
}

/** The statements the grammar lacks, in those it has. @returns `undefined` for any other statement */
function rewriteImport(body: string): { readonly text: string; readonly calls: string } | undefined {
  const call = (path: string) => `${functionStandIn}(${path})`;
  const whole = /^import\s+(.+?)\s+as\s+([A-Za-z_]\w*)$/s.exec(body);
  if (whole) return { text: `{% set ${whole[2]} = ${call(whole[1] ?? '')} %}`, calls: importName };
  const some = /^from\s+(.+?)\s+import\s+(.+)$/s.exec(body);
  if (some) {
    const names = (some[2] ?? '')
      .split(',')
      .map((item) => /^\s*([A-Za-z_]\w*)(?:\s+as\s+([A-Za-z_]\w*))?\s*$/.exec(item));
    if (names.some((name) => name === null)) throw new SyntaxError(`Expected names after 'import'`);
    const sets = names.map((name) => `{% set ${name?.[2] ?? name?.[1]} = ${call(some[1] ?? '')}.${name?.[1]} %}`);
    return { text: sets.join(''), calls: importName };
  }
  const included = /^include\s+(.+)$/s.exec(body);
  if (included) return { text: `{{ ${call(included[1] ?? '')} }}`, calls: includeName };
  return undefined;
}

function parseTokens(
  tokens: readonly TemplateToken[],
  origins: readonly TemplatePlace[],
  file: string,
): readonly TemplateNode[] {
  if (tokens.length === 0) return [];
  try {
    return bodyOf(parse([...tokens]));
  } catch (error) {
    throw syntaxFault(error, placeOfFault(tokens, origins) ?? { file, from: 0, to: 1 });
  }
}

/** The parser does not say where it stopped: the furthest token it looks at tells. */
function placeOfFault(tokens: readonly TemplateToken[], origins: readonly TemplatePlace[]): TemplatePlace | undefined {
  let furthest = 0;
  const watched = new Proxy([...tokens], {
    get(target, key, receiver): unknown {
      if (typeof key === 'string' && /^\d+$/.test(key)) furthest = Math.max(furthest, Number(key));
      return Reflect.get(target, key, receiver);
    },
  });
  try {
    parse(watched);
  } catch {
    // The same fault as before; what it looked at is what we are after.
  }
  return origins[Math.min(furthest, origins.length - 1)];
}

/** The nodes are the library's; `template-node.ts` describes them. */
function bodyOf(program: ReturnType<typeof parse>): readonly TemplateNode[] {
  return program.body as unknown as readonly TemplateNode[];
}

function syntaxFault(error: unknown, place: TemplatePlace): TemplateFault {
  if (error instanceof TemplateFault) return error;
  if (error instanceof RangeError) return new TemplateFault('model.template-too-much', { what: 'nesting' }, { place });
  return new TemplateFault('model.template-syntax', { reason: reasonOf(error) }, { place });
}

/** Where the text ends too early the parser trips over a token that is not there. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof TypeError) return 'a statement is not ended';
  return error.message.replace(/^Parser Error: /, '').replace(/\.$/, '');
}
