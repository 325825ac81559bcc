import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretTexts } from './secret-texts.ts';

const lineWith = (msg: string) => JSON.stringify({ level: 'info', msg });

describe('secrets in log lines', () => {
  it('are hidden in any number and of any length', () => {
    const secrets = new SecretTexts();
    const long = Array.from({ length: 12 }, (_, index) => `${index}-`.repeat(12_000).slice(0, 32_768));
    const short = Array.from({ length: 500 }, (_, index) => `secret-number-${index}`);
    for (const secret of [...long, ...short]) secrets.add(secret);
    expect(secrets.hideIn(lineWith('nothing of that'))).toBe(lineWith('nothing of that'));
    for (const secret of [...long, ...short]) {
      expect(secrets.hideIn(lineWith(`<${secret}> and <${secret}>`))).toBe(lineWith('<[hidden]> and <[hidden]>'));
    }
  });

  it('are hidden wherever they stand, the first and the longest of them first', () => {
    // Few letters, so that secrets overlap, follow each other, and begin like each other.
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 6, maxLength: 9 });
    const line = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 60 });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), line, (known, text) => {
        const secrets = new SecretTexts();
        for (const secret of known) secrets.add(secret);
        const longestFirst = known.toSorted((one, other) => other.length - one.length);
        expect(secrets.hideIn(text)).toBe(text.replace(new RegExp(longestFirst.join('|'), 'g'), '[hidden]'));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are hidden where one is part of another', () => {
    const secrets = new SecretTexts();
    for (const secret of ['canary', 'canary-and-more', 'and-more']) secrets.add(secret);
    expect(secrets.hideIn(lineWith('canary-and-more, canary-and-mo, and-more'))).toBe(
      lineWith('[hidden], [hidden]-and-mo, [hidden]'),
    );
  });

  it.each(['pass"word', 'back\\slash', 'line\nbreak', 'a b&c+d/e', 'ünï-cödé', 'half \ud800 of one'])(
    'are hidden in JSON, URL and byte form: %j',
    (secret) => {
      const secrets = new SecretTexts();
      secrets.add(secret);
      const bytes = Buffer.from(secret);
      const forms = [
        secret,
        encodeURIComponent(secret.toWellFormed()),
        bytes.toString('base64'),
        bytes.toString('hex'),
      ];
      for (const form of forms) expect(secrets.hideIn(lineWith(`<${form}>`))).toMatch(/<\[hidden\]=*>/);
    },
  );

  it.each(['oat', 'oac', 'ort', 'ocs'])('are hidden where they begin like a token of OAuth: %s', (kind) => {
    const text = `${kind}-${'aB3_-'.repeat(9)}`;
    expect(new SecretTexts().hideIn(lineWith(`grant ${text}, oc-aB3_-aB3_-aB3_-aB3_-aB`))).toBe(
      lineWith('grant [hidden], oc-aB3_-aB3_-aB3_-aB3_-aB'),
    );
  });

  it.each(['","msg":"', '{"level":"info"', '"level"'])(
    'do not damage a line when a common text is declared a secret: %s',
    (secret) => {
      const secrets = new SecretTexts();
      secrets.add(secret);
      const line = lineWith('somebody was here');
      expect(secrets.hideIn(line)).toBe(line);
    },
  );
});
