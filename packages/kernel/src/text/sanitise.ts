const hidden = '[HIDDEN]';

/** Hides values that must not appear in a log: those under names that mark a secret, at any depth. */
export function sanitise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sanitise);
  if (typeof value !== 'object' || value === null) return value;
  const given: Readonly<Record<string, unknown>> = { ...value };
  // Lists of variables hold the name in one field and the value in another.
  const isVariable = typeof given['name'] === 'string' && isSecretName(given['name']) && 'value' in given;
  return Object.fromEntries(
    Object.entries(given).map(([name, inner]) => [
      name,
      isSecretName(name) || (isVariable && name === 'value') ? hidden : sanitise(inner),
    ]),
  );
}

function isSecretName(name: string): boolean {
  return /PASS|SECRET|TOKEN|KEY/i.test(name);
}
