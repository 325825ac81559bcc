import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CompileCache, compileModel } from './compile-model.ts';
import { placeText, shop } from './model-fixture.ts';

const junk = [
  '{',
  '}',
  '"',
  "'",
  ':',
  '\t',
  '- ',
  'null',
  '[]',
  '*a',
  '&a ',
  '<<: *a',
  'sql: x, ',
  'name: orders, ',
  'cubes: []\n',
  '__proto__',
  '{orders.count}',
  '#',
  '|',
  '\n',
  '  ',
];
const view = 'views: [{name: v, cubes: [{join_path: orders.customers, prefix: true, includes: "*"}]}]';

/** Inserts junk at a position of the text, or removes text there. */
const edit = fc.record({
  at: fc.nat(shop.length),
  remove: fc.nat(12),
  insert: fc.constantFrom('', ...junk),
});

it('damage to a file is reported with its position, never thrown, and compiles the same with and without a cache', () => {
  fc.assert(
    fc.property(fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), (rounds) => {
      let cache: CompileCache | undefined;
      let text = shop;
      for (const edits of rounds) {
        for (const { at, remove, insert } of edits) text = text.slice(0, at) + insert + text.slice(at + remove);
        const files = [
          { path: 'shop.yml', text },
          { path: 'view.yml', text: view },
        ];
        const compiled = compileModel(files, cache);
        cache = compiled.cache;
        expect(compiled.build).toEqual(compileModel(files).build);
        for (const problem of compiled.build.problems) expect(placeText(problem)).toMatch(/^(shop|view)\.yml:\d+:\d+$/);
        for (const { problems } of compiled.build.unavailable) expect(problems).not.toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});
