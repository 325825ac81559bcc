/** A path without and with a slash at its end: clients of the Platform API send either. */
export function bothForms(path: string): readonly [string, string] {
  return [path, `${path}/`];
}
