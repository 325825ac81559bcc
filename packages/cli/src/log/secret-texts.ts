/** Replacement for a secret. */
export const hidden = '[hidden]';

/** Shorter secrets are not hidden: that would also hide ordinary words, and reveal the secret by the gap. */
const leastLength = 6;

/** Bound for hiding other encodings; no code writes a longer text encoded into a line. */
const mostEncoded = 4_096;

/** Characters of a line that are looked at together. */
const blockLength = 3;
/** Steps when a block is in no form: no secret can begin before the next one. */
const longestStep = leastLength - blockLength + 1;
const stepsSize = 2 ** 14;

/**
 * Hides secrets in log lines: known ones in every form in which they may be quoted, and any text shaped like one. It is
 * the last step before a line is written, so nothing before it has to be trusted, such as the error of a driver that
 * quotes its URL.
 *
 * Each line is read once, however many and however long the secrets are. Most of its characters are passed over, by the
 * algorithm of Wu and Manber: three characters that are in the beginning of no form rule out all places around them.
 */
export class SecretTexts {
  /** Forms by their first characters, longest first. */
  readonly #byStart = new Map<string, readonly string[]>();
  /** Numbers of characters, by a hash of a block, to the next position where the beginning of a form may end. */
  readonly #steps = new Uint8Array(stepsSize).fill(longestStep);

  add(text: string): void {
    if (text.length < leastLength) return;
    for (const form of formsOf(text)) {
      const start = form.slice(0, leastLength);
      const others = this.#byStart.get(start) ?? [];
      if (others.includes(form)) continue;
      this.#byStart.set(start, [...others, form].sort(longestFirst));
      for (let end = blockLength; end <= leastLength; end++) {
        const block = blockAt(start, end);
        this.#steps[block] = Math.min(this.#steps[block] ?? longestStep, leastLength - end);
      }
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
    const steps = this.#steps;
    let from = 0;
    for (let end = leastLength; end <= line.length; ) {
      const step = steps[blockAt(line, end)] ?? 1;
      end += step;
      if (step > 0) continue;
      const at = end - leastLength;
      const form = this.#byStart.get(line.slice(at, end))?.find((one) => line.startsWith(one, at));
      if (form === undefined) {
        end += 1;
        continue;
      }
      kept.push(line.slice(from, at));
      from = at + form.length;
      end = from + leastLength;
    }
    return kept.length === 0 ? line : [...kept, line.slice(from)].join(hidden);
  }
}

/** @param end position after the block @returns its index in the table of steps */
function blockAt(line: string, end: number): number {
  return (line.charCodeAt(end - 3) * 961 + line.charCodeAt(end - 2) * 31 + line.charCodeAt(end - 1)) & (stepsSize - 1);
}

/** Cheap test that matches every line in which `shapes` can find something. */
const suspicious = /:\/\/|eyJ|sk-|o(?:at|ac|rt|cs|dc)-|-----BEGIN|secret|token|passw|pwd|key|authorization|cookie/i;

const assigned = String.raw`(?:\\?["'])?\s*[=:]\s*(?:\\?["'])?(?:bearer |basic |api-key |token )?`;
const value = String.raw`[^\s"'\\,;&}\])]+`;

/** Each runs in linear time on any line. */
const shapes: readonly (readonly [RegExp, string])[] = [
  // A password in a URL.
  [/(:\/\/)[^\s"'<>/]*@/g, `$1${hidden}@`],
  // A signed or encrypted JSON token, or the truncated start of one.
  [/eyJ[\w-]{6,}(?:\.[\w-]*)*/g, hidden],
  [/\bsk-[\w-]{8,}/g, hidden],
  // Tokens, codes and secrets of OAuth.
  [/\bo(?:at|ac|rt|cs|dc)-[\w-]{20,}/g, hidden],
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
 * Forms of a secret in a line: escaped as JSON, inside a URL, and in the usual encodings of bytes. The raw text is not
 * among them, because a raw quotation mark in a line belongs to the line itself.
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
