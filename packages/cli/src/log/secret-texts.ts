/** What stands where a secret stood. */
export const hidden = '[hidden]';

/** Shorter ones would hide ordinary words, and tell by the gap what they are. */
const leastLength = 6;

/** Nobody writes more than this in another encoding into a line. */
const mostEncoded = 4_096;

/**
 * Takes secrets out of log lines: those that are known, in every form in which something may quote them, and whatever
 * has the form of one. The last thing a line passes, so that nothing before it has to be trusted: not the errors of a
 * driver that quotes the address it was given, not a field somebody added.
 *
 * There may be many of them, and long ones: each line is read once, whatever there is to hide.
 */
export class SecretTexts {
  /** By how they begin, longest first. */
  readonly #byStart = new Map<string, readonly string[]>();
  /** Where a form begins with these three characters, as far as 16 bits tell. */
  readonly #starts = new Uint8Array(2 ** 16);

  add(text: string): void {
    if (text.length < leastLength) return;
    for (const form of formsOf(text)) {
      const start = form.slice(0, leastLength);
      const others = this.#byStart.get(start) ?? [];
      if (others.includes(form)) continue;
      this.#byStart.set(start, [...others, form].sort(longestFirst));
      this.#starts[markOf(form, 0)] = 1;
    }
  }

  /** @param line one line of JSON */
  hideIn(line: string): string {
    const shown = this.#byStart.size === 0 ? line : this.#hideKnown(line);
    if (!suspicious.test(shown)) return shown;
    return shapes.reduce((text, [shape, instead]) => text.replace(shape, instead), shown);
  }

  #hideKnown(line: string): string {
    const kept: string[] = [];
    let from = 0;
    for (let at = 0; at + leastLength <= line.length; at++) {
      if (this.#starts[markOf(line, at)] === 0) continue;
      const form = this.#byStart.get(line.slice(at, at + leastLength))?.find((one) => line.startsWith(one, at));
      if (form === undefined) continue;
      kept.push(line.slice(from, at));
      from = at + form.length;
      at = from - 1;
    }
    return kept.length === 0 ? line : [...kept, line.slice(from)].join(hidden);
  }
}

function markOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 0xffff;
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

/**
 * As it stands in a line of JSON, inside an address, and in the encodings programs write bytes in. Not as it is: where a
 * line has a quotation mark as it is, it is one of the line's own.
 */
function formsOf(text: string): readonly string[] {
  const forms = [JSON.stringify(text).slice(1, -1)];
  if (text.length <= mostEncoded) {
    const bytes = Buffer.from(text);
    forms.push(
      encodeURIComponent(text.toWellFormed()),
      encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    );
  }
  return forms.filter((form) => form.length >= leastLength);
}

function longestFirst(one: string, other: string): number {
  return other.length - one.length;
}
