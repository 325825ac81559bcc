import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';

/** @returns the style sheet without what is there for readers only */
export function smallCss(file: string): string {
  return transform({ filename: file, code: readFileSync(file), minify: true }).code.toString();
}
