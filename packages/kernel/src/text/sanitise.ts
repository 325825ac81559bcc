const hidden = '[HIDDEN]';

/** What nobody may read in a log: values whose names say that they are secret, however deep they stand. */
export function sanitise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sanitise);
  if (typeof value !== 'object' || value === null) return value;
  const given: Readonly<Record<string, unknown>> = { ...value };
  // Lists of variables say the name beside the value.
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
