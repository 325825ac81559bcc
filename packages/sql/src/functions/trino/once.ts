import { type CannotRender, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { filled, limited, type SourceRendering } from '../source/rules.ts';

/** Fails with a message, where its value is asked for. */
export function failing(message: string): string {
  return `fail('${message}')`;
}

/**
 * Writes arguments into a template. Where one stands there several times, all of them are computed once: they become a row
 * of a list of one item, which a lambda reads. Only constants are in the lambda, which may not hold queries; Trino 483 fails
 * for BETWEEN over a call in one.
 */
export function once(template: string, args: readonly Rendered[]): string | CannotRender {
  const isShared = (at: number) => template.split(`$${at + 1}`).length > 2;
  const given = args.flatMap((arg, at) => (isShort(arg) ? [] : [{ ...arg, at }]));
  if (!given.some(({ at }) => isShared(at))) return filled(template, args);
  const isAlone = given.length === 1;
  const body = filled(
    template,
    args.map((arg, at) => {
      const place = given.findIndex((one) => one.at === at);
      return place === -1 ? arg : { ...arg, text: isAlone ? 'v' : `v[${place + 1}]` };
    }),
  );
  if (isCannot(body)) return body;
  const items = given.map(({ text }) => text).join(', ');
  return limited(`element_at(transform(ARRAY[${isAlone ? items : `ROW(${items})`}], v -> ${body}), 1)`);
}

/** A constant costs nothing where it is written twice. */
function isShort({ text, constant }: Rendered): boolean {
  return constant !== undefined && text.length < 100;
}

/** A template over arguments that are computed once. */
export const computed =
  (template: string): SourceRendering =>
  (args) =>
    once(template, args);
