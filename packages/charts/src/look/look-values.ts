/** The kinds of values that settings of a look take. */
export type LookKind = 'colour' | 'length' | 'lengths' | 'style' | 'weight' | 'font';

/** A setting of a dashboard's look: where its theme keeps it, and the custom property that it becomes. */
export interface LookSetting {
  readonly path: readonly string[];
  readonly kind: LookKind;
  readonly property: `--look-${string}`;
}

export const lookSettings = [
  { path: ['dashboard', 'backgroundColor'], kind: 'colour', property: '--look-page' },
  { path: ['dashboard', 'padding'], kind: 'lengths', property: '--look-page-padding' },
  { path: ['widgets', 'backgroundColor'], kind: 'colour', property: '--look-tile' },
  { path: ['widgets', 'padding'], kind: 'lengths', property: '--look-tile-padding' },
  { path: ['widgets', 'border', 'color'], kind: 'colour', property: '--look-border-color' },
  { path: ['widgets', 'border', 'radius'], kind: 'length', property: '--look-border-radius' },
  { path: ['widgets', 'border', 'style'], kind: 'style', property: '--look-border-style' },
  { path: ['widgets', 'border', 'width'], kind: 'length', property: '--look-border-width' },
  { path: ['widgets', 'title', 'color'], kind: 'colour', property: '--look-title' },
  { path: ['widgets', 'title', 'fontSize'], kind: 'length', property: '--look-title-size' },
  { path: ['widgets', 'title', 'fontWeight'], kind: 'weight', property: '--look-title-weight' },
  { path: ['widgets', 'title', 'fontFamily'], kind: 'font', property: '--look-title-font' },
  { path: ['widgets', 'text', 'color'], kind: 'colour', property: '--look-text' },
  { path: ['widgets', 'text', 'fontFamily'], kind: 'font', property: '--look-font' },
] as const satisfies readonly LookSetting[];

const lengths = /^(?:0|\d{1,4}(?:\.\d{1,3})?(?:px|em|rem))$/;
const styles: ReadonlySet<string> = new Set(['none', 'solid', 'dashed', 'dotted', 'double']);
const family = /^[\p{L}\p{N} _'",-]{1,200}$/u;
/** Names, numbers and nothing that could load something, or take a value from around the element. */
const colour =
  /^(?:#[\da-f]{3,8}|(?!(?:inherit|initial|unset|revert|currentcolor)$)[a-z]{3,30}|(?:rgb|rgba|hsl|hsla|hwb|oklch|oklab|lab|lch)\([\d.,%/ deg+-]{1,100}\))$/i;

/** Whether a text is such a value, and nothing else: what comes of it is written into the style of a page. */
export function isLookValue(kind: LookKind, text: string): boolean {
  switch (kind) {
    case 'colour':
      return colour.test(text);
    case 'length':
      return lengths.test(text);
    case 'lengths': {
      const parts = text.split(' ');
      return parts.length <= 4 && parts.every((part) => lengths.test(part));
    }
    case 'style':
      return styles.has(text);
    case 'weight':
      return text === 'bold' || text === 'normal' || /^[1-9]00$/.test(text);
    case 'font':
      return family.test(text);
  }
}

/** The text of a setting in a theme, which may hold anything. */
export function lookValueIn(theme: unknown, path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    theme,
  );
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined;
}
