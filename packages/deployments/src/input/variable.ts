/** Public data of a variable, without its value. */
export interface Variable {
  readonly name: string;
  readonly updatedAt: number;
}

/** `null` removes the variable. */
export interface VariableChange {
  readonly name: string;
  readonly value: string | null;
}

export const mostVariables = 200;

const form = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
/** Names of the server's settings, here and in the reference. */
const reserved = /^(?:ORRERY|CUBEJS)_/i;

/** Returns why a text is not a variable name. */
export function variableNameFault(name: string): string | undefined {
  if (!form.test(name)) return 'must be letters, digits and _, 100 of them at most, and begin with no digit';
  if (reserved.test(name)) return 'is the name of a setting of the server, which no deployment has';
  return undefined;
}
