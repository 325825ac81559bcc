import {
  type FiltersPatch,
  type FilterValue,
  type GrainsPatch,
  readFilterValue,
  type ViewerState,
} from '../protocol/index.ts';
import { type Control, isNoFilter, noGrain } from './control.ts';
import { settingsOf } from './dashboard.ts';

/** Values of controls in a request; without them, a control has its start value. */
interface ChosenValues {
  readonly filters: readonly (FilterValue & { readonly widgetId: string; readonly isCleared?: boolean })[];
  readonly timeGrains: readonly { readonly widgetId: string; readonly grain: string | null }[];
}

interface ControlValuesRequest extends Pick<ChosenValues, 'filters'> {
  readonly widgetId: string;
  readonly search?: string;
}

/** Values of the open controls, as the viewer, the address or the page around the frame has set them. */
export class ControlState {
  readonly controls: readonly Control[];
  readonly #filters = new Map<string, FilterValue>();
  readonly #grains = new Map<string, string>();

  constructor(controls: readonly Control[]) {
    this.controls = controls;
  }

  filter(id: string): FilterValue | undefined {
    return this.#filters.get(id);
  }

  grain(id: string): string | undefined {
    return this.#grains.get(id);
  }

  setFilter(id: string, value: FilterValue | undefined): void {
    if (value === undefined) this.#filters.delete(id);
    else this.#filters.set(id, value);
  }

  setGrain(id: string, grain: string | undefined): void {
    if (grain === undefined) this.#grains.delete(id);
    else this.#grains.set(id, grain);
  }

  /** Sets controls by their members; `null` sets one back to its start value. Members without an open control stay. */
  patch(filters: FiltersPatch, grains: GrainsPatch): void {
    for (const { id, kind, member, visibility, config } of this.controls) {
      if (visibility !== 'visible') continue;
      if (kind === 'filter' && Object.hasOwn(filters, member)) this.setFilter(id, filters[member] ?? undefined);
      if (kind !== 'grain' || !Object.hasOwn(grains, member)) continue;
      const grain = grains[member];
      const offered = Array.isArray(config['allowed']) ? config['allowed'] : [];
      if (grain === null || grain === undefined) this.setGrain(id, undefined);
      else if (grain === noGrain || offered.length === 0 || offered.includes(grain)) this.setGrain(id, grain);
    }
  }

  /** Makes the part of requests for data. */
  chosen(): ChosenValues {
    return {
      filters: [...this.#filters].map(([widgetId, value]) =>
        isNoFilter(value) ? { widgetId, isCleared: true } : { widgetId, ...value },
      ),
      timeGrains: [...this.#grains].map(([widgetId, grain]) => ({ widgetId, grain: grain === noGrain ? null : grain })),
    };
  }

  /** Makes a request for the values of a filter that contain a text: those of the rows that the other filters keep. */
  valuesRequest(widgetId: string, search: string): ControlValuesRequest {
    const filters = this.chosen().filters.filter((one) => one.widgetId !== widgetId);
    return { widgetId, ...(search === '' ? {} : { search }), filters };
  }

  /** Returns the values by member, for the page around the frame. */
  state(): ViewerState {
    const byMember = <T>(values: ReadonlyMap<string, T>) =>
      Object.fromEntries(
        this.controls.flatMap(({ id, member }) => {
          const value = values.get(id);
          return value === undefined ? [] : [[member, value] as const];
        }),
      ) as Record<string, T>;
    return { filters: byMember(this.#filters), timeGrains: byMember(this.#grains) };
  }
}

/** Reads `f_<view>.<member>` and `g_<view>.<member>`. Malformed parts are left out. */
export function readAddress(search: string): ViewerState {
  const [filters, timeGrains]: [Record<string, FilterValue>, Record<string, string>] = [{}, {}];
  for (const [name, text] of new URLSearchParams(search)) {
    const member = name.slice(2);
    if (!member.includes('.')) continue;
    if (name.startsWith('g_') && /^\w{0,100}$/.test(text)) timeGrains[member] = text;
    if (!name.startsWith('f_')) continue;
    const value = parsedFilter(text);
    if (value) filters[member] = value;
  }
  return { filters, timeGrains };
}

/** Writes the state into the address of the page, for copies of it. */
export function writeAddress(page: Window, { filters, timeGrains }: ViewerState): void {
  const url = new URL(page.location.href);
  for (const name of [...url.searchParams.keys()]) if (/^[fg]_/.test(name)) url.searchParams.delete(name);
  for (const [member, value] of Object.entries(filters)) url.searchParams.set(`f_${member}`, JSON.stringify(value));
  for (const [member, grain] of Object.entries(timeGrains)) url.searchParams.set(`g_${member}`, grain);
  page.history.replaceState(page.history.state, '', url);
}

function parsedFilter(text: string): FilterValue | undefined {
  try {
    const { type, ...given } = settingsOf(JSON.parse(text));
    return readFilterValue(
      type === undefined || given['operator'] !== undefined ? given : { ...given, operator: type },
    );
  } catch {
    return undefined;
  }
}
