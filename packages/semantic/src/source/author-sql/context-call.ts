import { ExpressionText, TemplateError } from './expression-text.ts';
import type { FragmentProblem, RawPart } from './fragment.ts';

/** The tested expression of a filter: SQL, or a function that builds the condition from the values. */
export interface RawTarget {
  /** Number of values the function takes; absent when it is not a function but a column or an expression. */
  readonly takes?: number;
  readonly parts: readonly RawPart[];
}

interface RawColumnFilter {
  /** `orders`, `status` */
  readonly steps: readonly string[];
  readonly target: RawTarget;
}

/** Parts of SQL that depend on the request: its filters, its caller, its zone. `source` as written, braces included. */
export type AuthorContextPart =
  | {
      readonly kind: 'filter-params';
      readonly filters: readonly RawColumnFilter[];
      /** `FILTER_GROUP(...)`: keeps AND and OR between the filters. */
      readonly isGroup: boolean;
      readonly source: string;
    }
  | {
      readonly kind: 'security-filter';
      readonly path: readonly string[];
      readonly isRequired: boolean;
      readonly target: RawTarget;
      readonly source: string;
    }
  | { readonly kind: 'convert-zone'; readonly parts: readonly RawPart[]; readonly source: string }
  /** An argument of the enclosing function; counts from 0. */
  | { readonly kind: 'argument'; readonly position: number };

type ParsedPart<Part = AuthorContextPart> = { readonly part: Part } | { readonly problem: FragmentProblem };

/** Parses a reference, braces included. */
type ParseReference = (source: string) => ParsedPart<RawPart>;

const variable =
  /^(FILTER_PARAMS|FILTER_GROUP|SECURITY_CONTEXT|SQL_UTILS|COMPILE_CONTEXT|securityContext|security_context|userAttributes|user_attributes|groups)(?=\s*[.([])/;

const securityNames = new Set(['SECURITY_CONTEXT', 'securityContext', 'security_context']);

/**
 * Parses `FILTER_PARAMS.orders.status.filter('status')` and similar calls; `undefined` when the text does not begin
 * with one.
 *
 * @param parseReference for references inside it
 */
export function parseContextCall(
  content: string,
  source: string,
  parseReference: ParseReference,
): ParsedPart | undefined {
  const [name] = content.match(variable) ?? [];
  if (name === undefined) return undefined;
  try {
    const text = new ExpressionText(content);
    const parsed = parseCall({ name, text, source, parseReference });
    if ('part' in parsed) text.end();
    return parsed;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { problem: { kind: 'call', source, expression: content, reason: error.message } };
  }
}

interface ContextCall {
  readonly name: string;
  readonly text: ExpressionText;
  readonly source: string;
  readonly parseReference: ParseReference;
}

function parseCall(call: ContextCall): ParsedPart {
  const { name, text, source } = call;
  if (name === 'FILTER_PARAMS') {
    return { part: { kind: 'filter-params', filters: [columnFilter(call)], isGroup: false, source } };
  }
  if (name === 'FILTER_GROUP') return filterGroup(call);
  if (securityNames.has(name)) return securityFilter(call);
  if (name === 'SQL_UTILS') {
    text.name();
    text.expect('.');
    text.expect('convertTz');
    text.expect('(');
    const { parts } = targetOf(call, 'none');
    text.expect(')');
    return { part: { kind: 'convert-zone', parts, source } };
  }
  return { problem: { kind: 'context', source, name } };
}

/** `FILTER_PARAMS.orders.status.filter(...)` */
function columnFilter(call: ContextCall): RawColumnFilter {
  const { text } = call;
  text.expect('FILTER_PARAMS');
  const steps = text.steps();
  if (steps.length !== 3 || steps[2] !== 'filter') {
    throw new TemplateError('FILTER_PARAMS is written FILTER_PARAMS.cube.member.filter(...)');
  }
  return { steps: steps.slice(0, 2), target: bracketed(call, 'some') };
}

function filterGroup(call: ContextCall): ParsedPart {
  const { text, source } = call;
  text.expect('FILTER_GROUP');
  text.expect('(');
  const filters: RawColumnFilter[] = [];
  while (!text.takes(')')) {
    if (!text.startsWith('FILTER_PARAMS')) return { problem: { kind: 'group', source } };
    filters.push(columnFilter(call));
    if (!text.takes(',')) {
      text.expect(')');
      break;
    }
  }
  return filters.length === 0
    ? { problem: { kind: 'group', source } }
    : { part: { kind: 'filter-params', filters, isGroup: true, source } };
}

function securityFilter(call: ContextCall): ParsedPart {
  const { text, source } = call;
  text.name();
  const steps = text.steps();
  const [path, method] = [steps.slice(0, -1), steps.at(-1)];
  if (method === 'unsafeValue') return { problem: { kind: 'unsafe', source, name: path.join('.') } };
  if (path.length === 0 || (method !== 'filter' && method !== 'requiredFilter')) {
    throw new TemplateError('a value is used by .filter(...) or .requiredFilter(...)');
  }
  const target = bracketed(call, 'one');
  return { part: { kind: 'security-filter', path, isRequired: method === 'requiredFilter', target, source } };
}

/** Number of arguments a function may take. */
type ArgumentCount = 'none' | 'one' | 'some';

function bracketed(call: ContextCall, takes: ArgumentCount): RawTarget {
  call.text.expect('(');
  const target = targetOf(call, takes);
  call.text.expect(')');
  return target;
}

function targetOf({ text, parseReference }: ContextCall, takes: ArgumentCount): RawTarget {
  const { parameters, pieces } = text.template();
  if (parameters && takes === 'none') throw new TemplateError('an expression is expected, not a function');
  if (parameters && takes === 'one' && parameters.length !== 1) {
    throw new TemplateError('the function is given one value');
  }
  if (parameters && new Set(parameters).size < parameters.length) {
    throw new TemplateError('two values of the function have one name');
  }
  const parts = pieces.map((piece): RawPart => {
    if (piece.kind === 'text') return piece;
    const position = parameters?.indexOf(piece.text) ?? -1;
    if (position >= 0) return { kind: 'argument', position };
    const inner = parseReference(`{${piece.text}}`);
    if ('part' in inner) return inner.part;
    throw new TemplateError(
      `'${piece.text}' is neither a value of the function nor a reference; strings, values and + are understood`,
    );
  });
  if (parts.every((part) => part.kind === 'text' && part.text.trim() === '')) {
    throw new TemplateError('the SQL is empty');
  }
  return { ...(parameters ? { takes: parameters.length } : {}), parts };
}
