/** A path without and with a slash at its end. */
export function bothForms(path: string): readonly [string, string] {
  return [path, `${path}/`];
}
