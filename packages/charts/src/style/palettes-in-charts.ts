import { isAccountPalette } from './palette-colors.ts';
import { palette } from './read-palette.ts';

type ChartSettings = Readonly<Record<string, unknown>>;

/** @returns the colours of a palette of the account; `undefined` for one that is deleted */
export type ColorsOf = (id: number) => readonly string[] | undefined;

/** Letters of a spec that are read. */
const longest = 200_000;

/** Whether a palette of the account may be named in what is kept of a chart. Texts are searched, not parsed. */
export function mayNamePalette(meta: ChartSettings | null, spec: unknown): boolean {
  const { visualization, explore } = meta ?? {};
  const shown = isSettings(visualization) ? visualization['spec'] : undefined;
  const explored = isSettings(explore) ? [explore['style'], explore['map']] : [];
  return [spec, shown, ...explored].some((each) =>
    typeof each === 'string' ? isPaletteWritten(each) : isSettings(each) && namesPalette(each),
  );
}

/** The settings that a report keeps, with the present colours of the palettes that its chart names; as they are without one. */
export function metaWithPalettes(meta: ChartSettings, colorsOf: ColorsOf): ChartSettings {
  const { visualization, explore } = meta;
  const inChart = (settings: unknown) => (isSettings(settings) ? withColors(settings, colorsOf) : settings);
  const shown = isSettings(visualization)
    ? withValue(visualization, 'spec', specWithPalettes(visualization['spec'], colorsOf))
    : visualization;
  const explored = isSettings(explore)
    ? withValue(withValue(explore, 'style', inChart(explore['style'])), 'map', inChart(explore['map']))
    : explore;
  return withValue(withValue(meta, 'visualization', shown), 'explore', explored);
}

/** The spec of a chart or the settings of a map, with the present colours of the palette that it names; as it is without one. */
export function specWithPalettes(spec: unknown, colorsOf: ColorsOf): unknown {
  if (isSettings(spec)) return chartWithColors(spec, colorsOf);
  if (typeof spec !== 'string' || !isPaletteWritten(spec)) return spec;
  try {
    const parsed: unknown = JSON.parse(spec);
    const next = isSettings(parsed) ? chartWithColors(parsed, colorsOf) : parsed;
    return next === parsed ? spec : JSON.stringify(next);
  } catch {
    return spec; // no JSON, or nested too deep to be written again: no chart of ours
  }
}

function isPaletteWritten(spec: string): boolean {
  return spec.length <= longest && /"palette"\s*:\s*\{/.test(spec);
}

function namesPalette(spec: ChartSettings): boolean {
  return [spec, styleIn(spec)?.style].some((each) => each && isAccountPalette(palette(each['palette'])));
}

function chartWithColors(spec: ChartSettings, colorsOf: ColorsOf): ChartSettings {
  const chart = styleIn(spec);
  if (!chart) return withColors(spec, colorsOf);
  const { usermeta, own, style } = chart;
  return withValue(
    spec,
    'usermeta',
    withValue(usermeta, 'orrery', withValue(own, 'style', withColors(style, colorsOf))),
  );
}

/** The style of a chart of ours, with what it stands in. */
function styleIn({ usermeta }: ChartSettings) {
  const own = isSettings(usermeta) ? usermeta['orrery'] : undefined;
  const style = isSettings(own) ? own['style'] : undefined;
  return isSettings(usermeta) && isSettings(own) && isSettings(style) ? { usermeta, own, style } : undefined;
}

function withColors(settings: ChartSettings, colorsOf: ColorsOf): ChartSettings {
  const chosen = palette(settings['palette']);
  if (!isAccountPalette(chosen)) return settings;
  const { id } = chosen;
  const colors = colorsOf(id);
  return { ...settings, palette: { id, ...(colors ? { colors } : {}) } };
}

/** @returns the very object when it has the value already */
function withValue(settings: ChartSettings, key: string, value: unknown): ChartSettings {
  return settings[key] === value ? settings : { ...settings, [key]: value };
}

function isSettings(value: unknown): value is ChartSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
