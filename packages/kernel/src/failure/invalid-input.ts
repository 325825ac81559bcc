import { type InputProblem, InvalidInput } from './errors.ts';

/** @param problems whose messages continue after the name of the field: `is empty` */
export function invalidValues(code: string, problems: readonly InputProblem[]): InvalidInput {
  return new InvalidInput(code, wordsOf(problems), problems);
}

/** @throws InvalidInput when there is a problem */
export function requireSound(code: string, problems: readonly InputProblem[]): void {
  if (problems.length > 0) throw invalidValues(code, problems);
}

/** Joins every problem into one sentence: `The name is empty, the port must be from 1 to 65535`. */
export function wordsOf(problems: readonly InputProblem[]): string {
  const text = problems.map(({ path, message }) => `the ${path} ${message}`).join(', ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Collects the faults of the fields that are given. */
export function faultsIn<T extends object>(
  given: T,
  faultOf: { readonly [field in keyof T]?: (value: NonNullable<T[field]>) => string | undefined },
): readonly InputProblem[] {
  return (Object.keys(faultOf) as (keyof T & string)[]).flatMap((field) => {
    const value = given[field];
    if (value === undefined || value === null) return [];
    const fault = faultOf[field]?.(value);
    return fault === undefined ? [] : [{ path: field, message: fault }];
  });
}
