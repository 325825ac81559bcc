import type { core, output, ZodType } from 'zod';
import { type InputProblem, InvalidInput } from '@orrery/kernel';
import { misspeltFields } from './misspelt-fields.ts';

/** Problems that one answer lists; a body with tens of thousands of them is read by no person. */
const mostListed = 100;

/** Fields of a request are invalid; the message is about the first of them. */
export class InvalidFields extends InvalidInput {
  constructor(problems: readonly InputProblem[]) {
    const [first] = problems;
    const others = problems.length - mostListed;
    const details =
      others > 0
        ? [...problems.slice(0, mostListed), { path: '', message: `${others} more problems are not listed` }]
        : problems;
    const message = first ? `${first.path || 'body'}: ${first.message}` : 'The request is not valid';
    super('request.invalid', message, details);
  }
}

/** Reads `given` by the schema; unknown keys that are no typing errors are ignored. @throws InvalidFields */
export function readFields<S extends ZodType>(schema: S, given: unknown): output<S> {
  const { data, error } = schema.safeParse(given ?? {});
  const misspelt = misspeltFields(schema, given);
  if (!error && misspelt.length === 0) return data as output<S>; // what the schema gives when there is no error
  throw new InvalidFields([...(error?.issues ?? []).flatMap((issue) => detailsOf(issue)), ...misspelt]);
}

/**
 * Reads query parameters by the schema. An empty one counts as missing, except `after`: a client without a cursor after
 * the last page must not begin again with the first.
 *
 * @throws InvalidFields
 */
export function readParameters<S extends ZodType>(schema: S, given: unknown): output<S> {
  const all = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  return readFields(schema, Object.fromEntries(all.filter(([name, value]) => value !== '' || name === 'after')));
}

/** Details for alternatives: the problems of the form that `given` has, or of every form. */
function detailsOf(issue: core.$ZodIssue, above: readonly PropertyKey[] = []): readonly InputProblem[] {
  const path = [...above, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ path: path.join('.'), message: issue.message }];
  const begun = issue.errors.find((form) => form.length > 0 && form.every((one) => one.path.length > 0));
  if (begun) return begun.flatMap((one) => detailsOf(one, path));
  const reported = issue.errors.flat();
  const near = reported.filter(({ code }) => code !== 'invalid_type');
  const messages = (near.length > 0 ? near : reported).map((one) => one.message);
  return [{ path: path.join('.'), message: messages.join('; or ') || issue.message }];
}
