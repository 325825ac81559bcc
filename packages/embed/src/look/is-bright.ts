import { type Colour, luminance } from './colour.ts';

/** Whether dark text is more legible on a colour than light text, by the luminance of WCAG 2.2. */
export function isBright(colour: Colour): boolean {
  return luminance(colour) > 0.179;
}
