import { isLookValue } from '@orrery/charts';

/** A colour in OKLab. Source: https://bottosson.github.io/posts/oklab */
export interface Colour {
  /** 0 (black) to 1 (white). */
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

export const black: Colour = { lightness: 0, a: 0, b: 0 };
export const white: Colour = { lightness: 1, a: 0, b: 0 };

/** @param hue in degrees */
export function oklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180;
  return { lightness, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) };
}

/**
 * Reads a colour as the browser does; what shows through it is `below`.
 *
 * @returns `undefined` for what is no colour: what comes of one is written into the style of a page
 */
export function readColour(text: string, below: Colour): Colour | undefined {
  if (!isLookValue('colour', text) || !CSS.supports('color', text)) return undefined;
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!paint) return undefined;
  for (const each of [cssOf(below), text]) {
    paint.fillStyle = each;
    paint.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = [...paint.getImageData(0, 0, 1, 1).data].map((part) => linear(part / 255));
  const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
  const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
  const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
  return {
    lightness: 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    a: 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  };
}

export function cssOf({ lightness, a, b }: Colour): string {
  return `oklab(${lightness.toFixed(4)} ${a.toFixed(4)} ${b.toFixed(4)})`;
}

/** @param share of the other colour, from 0 to 1 */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const between = (from: number, to: number) => from + (to - from) * Math.min(1, Math.max(0, share));
  return {
    lightness: between(one.lightness, other.lightness),
    a: between(one.a, other.a),
    b: between(one.b, other.b),
  };
}

/** Relative luminance of WCAG 2.2. */
export function luminance({ lightness, a, b }: Colour): number {
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  const inGamut = (value: number) => Math.min(1, Math.max(0, value));
  const red = inGamut(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s);
  const green = inGamut(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s);
  const blue = inGamut(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of WCAG 2.2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((left, right) => left - right) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const step = 1 / 64;

/**
 * Moves a colour towards black or white, as little as needed, until it stands out on each of the others.
 *
 * @param least contrast
 * @returns black or white, whichever stands out more, where neither reaches that
 */
export function standingOut(colour: Colour, on: readonly Colour[], least: number): Colour {
  const worst = (one: Colour) => Math.min(...on.map((other) => contrast(one, other)));
  for (let share = 0; share <= 1; share += step) {
    const found = [black, white].map((end) => mix(colour, end, share)).find((one) => worst(one) >= least);
    if (found) return found;
  }
  return worst(black) >= worst(white) ? black : white;
}

function linear(share: number): number {
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
