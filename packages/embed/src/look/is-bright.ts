import { black, luminance, readColour } from './colour.ts';

/** Whether dark text is more legible on a colour than light text, by the luminance of WCAG 2.2. */
export function isBright(text: string): boolean {
  const colour = readColour(text, black);
  return colour !== undefined && luminance(colour) > 0.179;
}
