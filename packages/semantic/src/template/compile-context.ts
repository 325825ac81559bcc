import { insertTexts, type MappedText } from '../source/index.ts';

const path = String.raw`COMPILE_CONTEXT(?:\s*(?:\.\s*\w+|\[\s*(?:"[^"\n]*"|'[^'\n]*')\s*\]))+`;

/**
 * `{COMPILE_CONTEXT.security_context.tenant}`, also in strings and blocks, but in no comment and no tag of a template.
 */
const braced = new RegExp(String.raw`(?<![{$%#\\])\{\s*${path}\s*\}(?!\})`, 'g');

/** `public: not COMPILE_CONTEXT.security_context.guest`, quoted or not, in a line of its own, in braces or in a tag. */
const visibility = new RegExp(
  String.raw`\b(?:public|shown|visible)['"]?[ \t]*:[ \t]*(?<quote>"|'|)(?:(?<brace>\{\{?)(?!\{)[ \t]*)?(?<test>(?:not[ \t]+)?${path}(?:[ \t]*(?:==|!=)[ \t]*(?:"[^"\n{}]*"|'[^'\n{}]*'|\w+))?)[ \t]*\}{0,2}\k<quote>(?=[ \t]*(?:[,}#\r\n]|$))`,
  'g',
);

/**
 * Turns expressions that read the context in single braces, or in a visibility key, into template tags. So one
 * rendering serves all callers with equal values, and a value cannot break out of its position.
 *
 * @returns `undefined` if there is none
 */
export function contextTags(file: string, text: string): MappedText | undefined {
  if (!readsContext(text)) return undefined;
  const insertions: { readonly at: number; readonly text: string }[] = [];
  let done = 0;
  for (const match of matches(text)) {
    const { index, groups: { test, brace = '' } = {} } = match;
    if (index < done || isComment(text, index)) continue;
    done = index + match[0].length;
    if (test === undefined) insertions.push({ at: index, text: '{' }, { at: done, text: '}' });
    else {
      // Callers without the value see nothing.
      const from = index + match[0].indexOf(test, match[0].indexOf(':'));
      const [opening, closing] = around[brace] ?? around[''];
      insertions.push(
        { at: from, text: opening },
        { at: from + test.length, text: `) | default(false)) or false${closing}` },
      );
    }
  }
  return insertions.length === 0 ? undefined : insertTexts(file, text, insertions);
}

/** Text put before and after a test to make it a tag, by the braces already around it. */
const around: Readonly<Record<string, readonly [string, string]>> & { readonly '': readonly [string, string] } = {
  '': ['{{ ((', ' }}'],
  '{': ['{ ((', '}'],
  '{{': ['((', ''],
};

/** Whether a text may read the context; a quick check. */
export function readsContext(text: string): boolean {
  return text.includes('COMPILE_CONTEXT');
}

function matches(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(visibility), ...text.matchAll(braced)].toSorted((a, b) => a.index - b.index);
}

/** Whether the line is a comment. A comment after other text on its line cannot be distinguished from SQL. */
function isComment(text: string, at: number): boolean {
  return /^[ \t]*#/.test(text.slice(text.lastIndexOf('\n', at) + 1, at));
}
