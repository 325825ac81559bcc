import { isAccountPalette } from './palette-colors.ts';
import { palette } from './read-palette.ts';

type Settings = Readonly<Record<string, unknown>>;

/** @returns the colours of a palette of the account; `undefined` for one that is deleted */
export type ColorsOf = (id: number) => readonly string[] | undefined;

/** Letters of a spec that are read. */
const longest = 200_000;

/** The settings that a report keeps, with the present colours of the palettes that its chart names. */
export function metaWithPalettes(meta: Settings, colorsOf: ColorsOf): Settings {
  const { visualization, explore } = meta;
  const inChart = (settings: unknown) => (isSettings(settings) ? withColors(settings, colorsOf) : settings);
  return {
    ...meta,
    ...(isSettings(visualization) && 'spec' in visualization
      ? { visualization: { ...visualization, spec: specWithPalettes(visualization['spec'], colorsOf) } }
      : {}),
    ...(isSettings(explore)
      ? {
          explore: {
            ...explore,
            ...('style' in explore ? { style: inChart(explore['style']) } : {}),
            ...('map' in explore ? { map: inChart(explore['map']) } : {}),
          },
        }
      : {}),
  };
}

/** The spec of a chart or the settings of a map, with the present colours of the palette that it names. */
export function specWithPalettes(spec: unknown, colorsOf: ColorsOf): unknown {
  if (isSettings(spec)) return chartWithColors(spec, colorsOf);
  if (typeof spec !== 'string' || spec.length > longest || !spec.includes('"palette"')) return spec;
  try {
    const parsed: unknown = JSON.parse(spec);
    return isSettings(parsed) ? JSON.stringify(chartWithColors(parsed, colorsOf)) : spec;
  } catch {
    return spec; // no JSON, or nested too deep to be written again: no chart of ours
  }
}

function chartWithColors(spec: Settings, colorsOf: ColorsOf): Settings {
  const { usermeta } = spec;
  const own = isSettings(usermeta) ? usermeta['orrery'] : undefined;
  const style = isSettings(own) ? own['style'] : undefined;
  if (!isSettings(usermeta) || !isSettings(own) || !isSettings(style)) return withColors(spec, colorsOf);
  return { ...spec, usermeta: { ...usermeta, orrery: { ...own, style: withColors(style, colorsOf) } } };
}

function withColors(settings: Settings, colorsOf: ColorsOf): Settings {
  const chosen = palette(settings['palette']);
  if (!isAccountPalette(chosen)) return settings;
  const { id } = chosen;
  const colors = colorsOf(id);
  return { ...settings, palette: { id, ...(colors ? { colors } : {}) } };
}

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
