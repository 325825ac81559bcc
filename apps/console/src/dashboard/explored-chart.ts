import type { PlatformAnswer } from '@orrery/client';
import type { Filter, Query } from '@orrery/client/data';
import {
  type Control,
  type FilterValue,
  isWithoutValue,
  type Settings,
  type TileData,
  valuesIn,
  wireFilters,
} from '@orrery/embed';
import { parseExact } from '../api/parse-exact.ts';
import { isRecord, recordOf } from '../model/record.ts';
import { questionOfCopy } from '../model/report-question.ts';

interface ExploreTarget {
  readonly search:
    | { readonly q: unknown; readonly calculated?: unknown; readonly table?: unknown }
    | { readonly sql: string };
  /** Whether the query reads the rows that the chart shows: not all filters have a form in a query. */
  readonly isFiltered: boolean;
}

interface ExploredChart {
  readonly snapshot: PlatformAnswer<'getDashboard'>['reportSnapshots'][number];
  readonly config: Settings;
  readonly controls: readonly Control[];
  readonly tile: TileData | undefined;
}

/** The query of a chart as Explore takes it, with the filters and granularities that its rows follow. */
export function exploredChart({ snapshot, config, controls, tile }: ExploredChart): ExploreTarget | undefined {
  const { meta } = snapshot;
  const question = questionOfCopy(snapshot);
  const mapped = controls.flatMap((control) => mappedOf(control, config) ?? []);
  const filters = mapped.flatMap((one) => filterOf(one, tile));
  const kept = recordOf(meta['explore']);
  const isKnown = !mapped.some(({ control }) => isHiddenFilter(control));
  const takenAlong = (query: Query, more?: Pick<typeof kept, 'calculated' | 'table'>): ExploreTarget => {
    const wanted = filters.filter((each) => each !== 'untold');
    const q = filtered(query, wanted, grainsOf(mapped, tile));
    return { search: { q, ...more }, isFiltered: isKnown && wanted.length === filters.length }; // Explore reads it
  };
  if (question?.kind === 'statement') {
    const { text } = question;
    const { q, calculated, statement, table } = kept;
    // The statement is one that Explore made of a query and its calculated fields.
    if (statement === text && isRecord(q)) return takenAlong(q as Query, { calculated, table });
    return { search: { sql: text }, isFiltered: isKnown && filters.length === 0 };
  }
  if (question?.kind !== 'json') return undefined;
  try {
    const query = parseExact(question.text);
    return isRecord(query) ? takenAlong(query as Query) : undefined;
  } catch {
    return undefined;
  }
}

function filtered(query: Query, filters: readonly Filter[], grains: ReadonlyMap<string, string>): Query {
  const { timeDimensions, dimensions, order } = query;
  const grained = timeDimensions?.map((each) => {
    const granularity = each.granularity === undefined ? undefined : grains.get(each.dimension);
    return granularity === undefined ? each : { ...each, granularity };
  });
  const renamed = (name: string) => {
    const [view = '', local = '', granularity] = name.split('.');
    const grain = granularity === undefined ? undefined : grains.get(`${view}.${local}`);
    return grain === undefined ? name : `${view}.${local}.${grain}`;
  };
  const pairs = Array.isArray(order) ? order : Object.entries(order ?? {});
  return {
    ...query,
    ...(grained ? { timeDimensions: grained } : {}),
    ...(dimensions ? { dimensions: dimensions.map(renamed) } : {}),
    ...(order ? { order: pairs.map(([name, direction]) => [renamed(name), direction] as const) } : {}),
    ...(filters.length > 0 ? { filters: [...(query.filters ?? []), ...filters] } : {}),
  };
}

interface Mapped {
  readonly control: Control;
  readonly member: string;
}

/** The member by which a chart follows a control. */
function mappedOf(control: Control, config: Settings): Mapped | undefined {
  const { enabled, member } = recordOf(recordOf(config['controlsMapping'])[control.id]);
  if (enabled === false) return undefined;
  return { control, member: typeof member === 'string' && member !== '' ? member : control.member };
}

/** Whether a filter is hidden: the server does not report the values of those. */
function isHiddenFilter({ kind, visibility, config }: Control): boolean {
  const { value, userAttributeDefault, operator } = config;
  const isSet = valuesIn(value).some((each) => each !== '') || isWithoutValue(String(operator));
  return kind === 'filter' && visibility === 'hidden' && (isSet || typeof userAttributeDefault === 'string');
}

function grainsOf(mapped: readonly Mapped[], tile: TileData | undefined): ReadonlyMap<string, string> {
  return new Map(
    mapped.flatMap(({ control: { id }, member }) => {
      const told = tile?.inEffect?.timeGrains.find(({ widgetId }) => widgetId === id);
      return told ? [[member, told.grain] as const] : [];
    }),
  );
}

/** @returns `untold` for one that no query has the form of */
function filterOf({ control, member }: Mapped, tile: TileData | undefined): readonly (Filter | 'untold')[] {
  const told = tile?.inEffect?.filters.find(({ widgetId }) => widgetId === control.id);
  if (!told || tile?.unapplied?.includes(control.id)) return [];
  return wireFilters(member, told as FilterValue, control.config['dimensionType'] === 'time'); // as the contract says
}
