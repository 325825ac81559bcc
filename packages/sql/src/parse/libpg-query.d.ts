/** The part of the package that is used; its own declarations give everything as `any`. */
declare module 'libpg-query' {
  export function loadModule(): Promise<void>;
  /** @throws an error with `sqlDetails` for text that is no SQL; RangeError where it is nested too deeply for the stack */
  export function parseSync(text: string): unknown;
}
