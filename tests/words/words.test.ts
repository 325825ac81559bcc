import { expect, it } from 'vitest';
import { filesOfTheProduct, textOf } from '../sources.ts';
import { docCommentsOf } from './doc-comments.ts';
import { repeatedFunctions, repeatedTypes } from './type-names.ts';
import { brokenRules, privateWords } from './wordings.ts';

/** The number of type names that several files export, and that several files declare. The numbers may only shrink. */
const recordedTypes = { exported: 24, declared: 30 };

/** The number of names that functions of more than three files share. It may only shrink. */
const recordedFunctions = 9;

const files = filesOfTheProduct();

it('doc comments keep the rules of CONTRIBUTING.md', () => {
  const findings = files.flatMap((file) =>
    docCommentsOf(textOf(file)).flatMap(({ line, text }) => {
      const broken = brokenRules(text);
      return broken.length === 0 ? [] : [`${file}:${line} ${broken.join(', ')}: ${text}`];
    }),
  );
  expect(findings).toEqual([]);
  expect(files.length).toBeGreaterThan(2500);
});

it('knows every private word of CONTRIBUTING.md', () => {
  const [, table] = textOf('CONTRIBUTING.md').split('| Private word | The word we use |\n|---|---|\n');
  const rows = table?.split('\n\n')[0]?.split('\n');
  expect(privateWords.map(({ cell }) => cell)).toEqual(rows?.map((row) => row.split('|')[1]?.trim()));
});

it('finds comments that begin without a verb or a noun, that use private words, and that read like a translation', () => {
  const broken = {
    'Of rows.': ['begins with a verb or a noun'],
    'What a client sends.': ['begins with a verb or a noun'],
    'The rows. Whoever asks gets them.': ['has a noun as the subject of each sentence', 'has no private word'],
    'Names the user whom a key stands for.': ['has no phrase that reads like a translation'],
    'Draws a table beside the chart.': ['has no private word'],
    'The standing of a user.': ['has no private word'],
  };
  for (const [text, rules] of Object.entries(broken)) expect(brokenRules(text), text).toEqual(rules);
  for (const text of ['At most ten rows.', 'Compares rows that a client asked for.', 'Whether a foreign key exists.']) {
    expect(brokenRules(text), text).toEqual([]);
  }
});

it('reads comments of one line and of several, and no globs', () => {
  const text = "const all = 'src/**/*.ts';\n/** Counts\n * rows.\n */\nfunction count() {}\nf(/** One. */ 1);\n";
  expect(docCommentsOf(text)).toEqual([
    { line: 2, text: 'Counts rows.' },
    { line: 6, text: 'One.' },
  ]);
});

it('no further name of a type is declared in several files', () => {
  const sources = files.map((file) => ({ file, text: textOf(file) }));
  const { exported, declared } = repeatedTypes(sources);
  const list = [...exported].map(([name, places]) => `${name}: ${places.join(', ')}`).join('\n');
  expect(exported.size, list).toBeLessThanOrEqual(recordedTypes.exported);
  expect(declared.size, list).toBeLessThanOrEqual(recordedTypes.declared);
});

it('no further name of a function is exported by more than three files', () => {
  const repeated = repeatedFunctions(files.map((file) => ({ file, text: textOf(file) })));
  const often = [...repeated].filter(([, places]) => places.length > 3);
  const list = often.map(([name, places]) => `${name}: ${places.join(', ')}`).join('\n');
  expect(often.length, list).toBeLessThanOrEqual(recordedFunctions);
});
