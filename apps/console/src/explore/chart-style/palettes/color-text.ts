import { isColor } from '@orrery/charts';

/** Reads colours as somebody has typed them, with commas or spaces between them. */
export function colorsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '');
}

export function colorText(colors: readonly string[]): string {
  return colors.join(', ');
}

/** The words that are no colours. */
export function notColorsIn(colors: readonly string[]): readonly string[] {
  return colors.filter((each) => !isColor(each));
}
