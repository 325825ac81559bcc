/** Names of settings whose text is a secret, at any depth. */
const secretNames = /(?:secrets?|password|passphrase|token|masterKey|apiKey|credential|verifier|^key)$/i;

/**
 * Collects every secret in settings of any shape: texts under a name that marks a secret, and passwords in URLs. The
 * log hides them.
 */
export function secretValues(settings: unknown): readonly string[] {
  const found = new Set<string>();
  collect(settings, false, found);
  return [...found];
}

function collect(value: unknown, isSecret: boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (isSecret) found.add(value);
    for (const password of passwordsIn(value)) found.add(password);
  } else if (value instanceof Map) {
    for (const [name, inner] of value) collect(inner, isSecret || isSecretName(name), found);
  } else if (Array.isArray(value) || value instanceof Set) {
    for (const inner of value) collect(inner, isSecret, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collect(inner, isSecret || isSecretName(name), found);
  }
}

function isSecretName(name: unknown): boolean {
  return typeof name === 'string' && secretNames.test(name);
}

/** Finds passwords in `scheme://user:password@host` and `password=…`, both encoded and decoded. */
function passwordsIn(text: string): readonly string[] {
  const written = [
    ...[...text.matchAll(/:\/\/[^\s/:@]*:([^\s]+)@/g)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(/\b(?:password|passwd|pwd|secret|token)=([^\s&;]+)/gi)].map((match) => match[1] ?? ''),
  ];
  return written.flatMap((password) => [password, decoded(password)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded: used unchanged
  }
}
