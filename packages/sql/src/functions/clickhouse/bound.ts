import type { CannotRender, Rendered } from '../duckdb/rendered.ts';
import { filled, limited, type SourceRendering } from '../source/rules.ts';
import { isConstant } from './constants.ts';

/**
 * Writes arguments into a template. When one of them stands there several times, all of them become parameters of a lambda
 * over arrays of one item: each is computed once, expressions do not multiply, and no parameter hides a column.
 */
export function bound(template: string, args: readonly Rendered[]): string | CannotRender {
  const isRepeated = args.some(({ text }, at) => !isConstant(text) && template.split(`$${at + 1}`).length > 2);
  if (!isRepeated) return filled(template, args);
  const used = args.flatMap(({ text }, at) =>
    !isConstant(text) && template.includes(`$${at + 1}`) ? [{ text, name: `_v${at + 1}` }] : [],
  );
  const body = template.replaceAll(/\$(\d)/g, (_, digit: string) => {
    const text = args[Number(digit) - 1]?.text ?? 'NULL';
    return isConstant(text) ? text : `_v${digit}`;
  });
  const names = used.map(({ name }) => name).join(', ');
  return limited(`(arrayMap((${names}) -> (${body}), ${used.map((one) => `[${one.text}]`).join(', ')})[1])`);
}

/** A template whose arguments may stand in it several times. */
export const once =
  (template: string): SourceRendering =>
  (args) =>
    bound(template, args);

/**
 * Fails where a condition holds. Values under NULL may be any, so NULL is no condition.
 *
 * @param type of the value on the server
 */
export function failing(condition: string, type: string, value: string, message: string): string {
  const test = `ifNull(${condition}, false)`;
  return `if(${test}, CAST(throwIf(${test}, '${message}') AS ${type}), ${value})`;
}

/** A whole number of a wider type as one of 16, 32 or 64 bits, which fails where it does not fit. */
export function withinInteger(text: string, type: 'Int16' | 'Int32' | 'Int64'): string | CannotRender {
  const value: Rendered = { text, type: { name: 'int8' } };
  return bound(`if(isNull($1), NULL, accurateCast(ifNull($1, 0), '${type}'))`, [value]);
}
