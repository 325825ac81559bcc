/** What stands where a secret stood. */
export const hidden = '[hidden]';

/** Shorter ones would hide ordinary words, and tell by the gap what they are. */
const leastLength = 6;

/**
 * Takes secrets out of log lines: those that are known, in every form in which something may quote them, and whatever
 * has the form of one. The last thing a line passes, so that nothing before it has to be trusted: not the errors of a
 * driver that quotes the address it was given, not a field somebody added.
 */
export class SecretTexts {
  readonly #texts = new Set<string>();
  #known: RegExp | undefined;

  add(text: string): void {
    if (text.length < leastLength) return;
    for (const form of formsOf(text)) this.#texts.add(form);
    this.#known = new RegExp([...this.#texts].sort(longestFirst).map(literally).join('|'), 'g');
  }

  /** @param line one line of JSON */
  hideIn(line: string): string {
    let shown = line;
    if (this.#known?.test(shown)) {
      this.#known.lastIndex = 0;
      shown = shown.replace(this.#known, hidden);
    }
    if (!suspicious.test(shown)) return shown;
    return shapes.reduce((text, [shape, instead]) => text.replace(shape, instead), shown);
  }
}

/** Cheap to look for, and part of everything that `shapes` finds. */
const suspicious = /:\/\/|eyJ|sk-|-----BEGIN|secret|token|passw|pwd|key|authorization|cookie/i;

const assigned = String.raw`(?:\\?["'])?\s*[=:]\s*(?:\\?["'])?(?:bearer |basic |api-key |token )?`;
const value = String.raw`[^\s"'\\,;&}\])]+`;

/** Each runs in linear time on any line. */
const shapes: readonly (readonly [RegExp, string])[] = [
  // A password in an address.
  [/(:\/\/)[^\s"'<>/]*@/g, `$1${hidden}@`],
  // A token signed or encrypted as JSON, and the start of one that was cut.
  [/eyJ[\w-]{6,}(?:\.[\w-]*)*/g, hidden],
  [/\bsk-[\w-]{8,}/g, hidden],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^"]*/g, hidden],
  [
    new RegExp(
      String.raw`\b((?:(?:api|master|secret|access|private)[-_]?key|` +
        String.raw`secret|token|password|passwd|passphrase|pwd|authorization|cookie)${assigned})${value}`,
      'gi',
    ),
    `$1${hidden}`,
  ],
];

/** As it is, inside JSON, inside an address, and in the encodings programs write bytes in. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const forms = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return forms.filter((form) => form.length >= leastLength);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

function longestFirst(one: string, other: string): number {
  return other.length - one.length;
}
