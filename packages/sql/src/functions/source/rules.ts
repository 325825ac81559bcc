import type { SqlType } from '../../types/index.ts';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import type { FunctionEntry, StatementSession } from '../entry.ts';

/**
 * The form in which the engine of a data source computes a call: a text with `$1`, `$2` for the arguments, or a
 * function where types or constants decide. `cannot` is the reason for a missing text.
 */
export type SourceRendering =
  | string
  | CannotRender
  | ((args: readonly Rendered[], result: SqlType, session: StatementSession) => string | Rendered | CannotRender);

/** Names as in `ceil ceiling`, the parameters of each signature as in `text, int4`, and what is written for them. */
export type SourceRow = readonly [names: string, parameters: string | readonly string[], rendering: SourceRendering];

export type SourceRules = ReadonlyMap<string, SourceRendering>;

export function sourceRules(rows: readonly SourceRow[]): SourceRules {
  return new Map(
    rows.flatMap(([names, parameters, rendering]) =>
      names.split(' ').flatMap((name) => [parameters].flat().map((list) => [`${name}(${list})`, rendering] as const)),
    ),
  );
}

export function ruleOf(
  rules: SourceRules,
  { name, parameters, isVariadic }: FunctionEntry,
): SourceRendering | undefined {
  const list = parameters.map((one, at) => (isVariadic && at === parameters.length - 1 ? `...${one}` : one));
  return rules.get(`${name}(${list.join(', ')})`);
}

/** Characters of the longest expression that is made: arguments that are written several times multiply. */
const longestExpression = 20_000;

/** Writes arguments into a template. Every argument is a complete expression. */
export function filled(template: string, args: readonly Rendered[]): string | CannotRender {
  const text = template.replaceAll(/\$(\d)/g, (_, digit: string) => args[Number(digit) - 1]?.text ?? 'NULL');
  return limited(`(${text})`);
}

/** Refuses an expression that its arguments have made too long. */
export function limited(text: string): string | CannotRender {
  return text.length > longestExpression ? cannot('the expression is too long for its data source') : text;
}
