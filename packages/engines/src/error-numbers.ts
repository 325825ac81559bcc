import type { EngineErrorClass } from './engine.ts';

/** A server's numbers of errors by their class; those that are not listed are faults of the statement. */
export type ErrorNumbers = Readonly<Record<Exclude<EngineErrorClass, 'statement' | 'unconnected'>, readonly number[]>>;

export function classByNumber(numbers: ErrorNumbers): ReadonlyMap<number, EngineErrorClass> {
  return new Map(
    Object.entries(numbers).flatMap(
      ([errorClass, listed]) => listed.map((number) => [number, errorClass as EngineErrorClass] as const), // the keys above
    ),
  );
}
