import { palettes, ramps } from '../theme/index.ts';
import type { ChartStyle } from './chart-style.ts';
import { colorsIn } from './palette-colors.ts';

/** Colours of categories that can be chosen instead of ours. Source of the first: https://jfly.uni-koeln.de/color/ */
const discrete: Readonly<Record<string, readonly string[]>> = {
  universal: ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#7f7f7f'],
  warm: ['#b3321f', '#d06504', '#e0992f', '#8c2f5c', '#c45a7a', '#6e4a1f'],
  cool: ['#2f5fb3', '#1c8a8a', '#6a5acd', '#2d9cd7', '#3f7d4e', '#4a5568'],
};

/** Colours of amounts, from small to large. The last goes through grey, for amounts with a sign. */
const continuous: Readonly<Record<string, readonly string[]>> = {
  green: ['#e0f2e5', '#b5dcc0', '#86c198', '#56a171', '#2c7f4e', '#0f5a31'],
  orange: ['#fdebdc', '#f7ca9f', '#eaa362', '#d27a2c', '#a85710', '#773a05'],
  grey: ['#e8eaed', '#c5c9cf', '#a0a6af', '#7b828d', '#585f6a', '#383e48'],
  signed: ['#3a62b8', '#8ea6d6', '#c9ccd1', '#e0a877', '#b3600f'],
};

export const paletteNames = { discrete: Object.keys(discrete), continuous: Object.keys(continuous) } as const;

/** The palettes that every account has, the usual ones first. */
export const builtInPalettes = {
  discrete: { usual: palettes.light, ...discrete },
  continuous: { usual: ramps.light, ...continuous },
} as const;

/** Lists the colours of categories that a user chose. An unknown name stands for the default palette. */
export function categoriesOf(chosen: ChartStyle, isDark: boolean): readonly string[] {
  const { palette, isReversed } = chosen;
  const named = typeof palette === 'string' && Object.hasOwn(discrete, palette) ? discrete[palette] : undefined;
  const list = colorsIn(palette);
  const colors = (list?.length ? list : undefined) ?? named ?? palettes[isDark ? 'dark' : 'light'];
  return isReversed ? colors.toReversed() : colors;
}

/** Colours of amounts, from small to large. */
export function rampOf({ palette, isReversed }: ChartStyle, isDark: boolean): readonly string[] {
  const named = typeof palette === 'string' && Object.hasOwn(continuous, palette) ? continuous[palette] : undefined;
  const list = colorsIn(palette) ?? [];
  const colors = (list.length > 1 ? list : undefined) ?? named ?? ramps[isDark ? 'dark' : 'light'];
  return isReversed ? colors.toReversed() : colors;
}

/** Whether a colour stands out from the surface of neither scheme by 3:1, so that its marks need an edge. */
export function needsEdge(color: string): boolean {
  return contrast(color, '#ffffff') < 3 || contrast(color, '#14171e') < 3;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

/** Source: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
