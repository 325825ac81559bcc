import { isLookValue, lookSettings, lookValueIn } from '@orrery/charts';
import { black, readColour } from './colour.ts';
import { isBright } from './is-bright.ts';

type Properties = Readonly<Record<`--look-${string}`, string>>;
type Scheme = 'light' | 'dark';

/** How a dashboard looks. Schemes are those of backgrounds that are set; absent: as the page is. */
export interface DashboardLook {
  readonly properties: Properties;
  readonly scheme: Scheme | undefined;
  readonly tileScheme: Scheme | undefined;
}

/**
 * Reads the look of a dashboard from its theme. Values of the wrong kind are left out. Texts and charts are light or
 * dark as the background below them needs it, whatever scheme the page has.
 */
export function dashboardLook(theme: unknown): DashboardLook {
  const entries = lookSettings.flatMap(({ path, kind, property }) => {
    const text = lookValueIn(theme, path);
    return text !== undefined && isLookValue(kind, text) ? [[property, text] as const] : [];
  });
  const properties = Object.fromEntries(entries) as Properties; // of the list of settings
  const scheme = schemeOn(properties['--look-page']);
  return { properties, scheme, tileScheme: schemeOn(properties['--look-tile']) ?? scheme };
}

function schemeOn(background: string | undefined): Scheme | undefined {
  const colour = background === undefined ? undefined : readColour(background, black);
  return colour && (isBright(colour) ? 'light' : 'dark');
}
