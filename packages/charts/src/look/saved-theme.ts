import { isLookValue, type LookKind } from './look-values.ts';

type ThemeSettings = Readonly<Record<string, unknown>>;

/** The kind of each setting by its name; it is the same in all parts of a theme. */
const kinds: ReadonlyMap<string, LookKind> = new Map<string, LookKind>([
  ['backgroundColor', 'colour'],
  ['primaryColor', 'colour'],
  ['secondaryColor', 'colour'],
  ['color', 'colour'],
  ['codeFontFamily', 'font'],
  ['fontFamily', 'font'],
  ['fontSize', 'length'],
  ['fontWeight', 'weight'],
  ['margin', 'lengths'],
  ['padding', 'lengths'],
  ['radius', 'length'],
  ['style', 'style'],
  ['width', 'length'],
]);

const rules: Readonly<Record<LookKind, string>> = {
  colour: 'must be a colour such as #4061d0',
  font: 'must be names of fonts, such as Georgia, serif',
  length: 'must be a length such as 8px',
  lengths: 'must be up to four lengths such as 8px 16px',
  style: 'must be solid, dashed, dotted, double or none',
  weight: 'must be normal, bold, or a number such as 600',
};

/** Parts lie in parts: `widgets.border.color`. */
const deepest = 3;

/** Finds the settings of a theme that are no value of their kind, each with the path to it. */
export function themeFaults(
  theme: ThemeSettings,
  path: readonly string[] = [],
): readonly { readonly path: readonly string[]; readonly message: string }[] {
  if (path.length >= deepest) return [];
  return Object.entries(theme).flatMap(([key, value]) => {
    const here = [...path, key];
    if (isSettings(value)) return themeFaults(value, here);
    const kind = kinds.get(key);
    const text = typeof value === 'string' ? value.trim() : '';
    return kind === undefined || text === '' || isLookValue(kind, text) ? [] : [{ path: here, message: rules[kind] }];
  });
}

/** The settings of a theme, with those that a dashboard has itself in place of them. Empty ones count as none. */
export function themeOver(theme: unknown, own: unknown, depth = 0): ThemeSettings | undefined {
  if (!isSettings(theme) || !isSettings(own)) return isSettings(own) ? own : isSettings(theme) ? theme : undefined;
  const merged = new Map(Object.entries(theme));
  for (const [key, value] of Object.entries(own)) {
    const below = merged.get(key);
    if (isSettings(value) && isSettings(below) && depth < deepest) merged.set(key, themeOver(below, value, depth + 1));
    else if (!isEmpty(value)) merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function isSettings(value: unknown): value is ThemeSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
