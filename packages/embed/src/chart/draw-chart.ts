import {
  chartData,
  chartSpec,
  type ChartType,
  chooseChart,
  type Column,
  type ChartStyle,
  formatterOf,
  missingFor,
  ownChartIn,
  pickColumns,
  plainValues,
  readPublishedSpec,
  type Row,
  rowField,
  soFarField,
  type Spec,
  titleOf,
  withNames,
} from '@orrery/charts';
import type { SceneItem, View } from 'vega-view';
import { isNotLoaded, loadModule } from '../load/index.ts';
import { makeFrame } from './chart-frame.ts';
import { pointsOf, stepFrom } from './chart-points.ts';
import { makeTooltip, type TooltipEntry } from './chart-tooltip.ts';
import { giveWay } from './give-way.ts';
import { addTransforms, isDrawnAsPixels, loadTransformsOf, makeView } from './make-view.ts';

export interface ChartInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The Vega-Lite spec of a report, as JSON text or as a value. It is data of others, and may be hostile. */
  readonly spec?: unknown;
  /** Type of the chart where there is no spec; absent: what fits the columns. */
  readonly kind?: ChartType | undefined;
  /** The settings that a user made for a chart without a spec. */
  readonly style?: ChartStyle | undefined;
  /** The settings of a map, which are untrusted data. Absent: the chart is not a map. */
  readonly map?: unknown;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  readonly title: string;
}

export interface DrawnChart {
  /** Fits the picture into its place, which also happens whenever the place changes its size. */
  resize(): void;
  destroy(): void;
}

const texts = {
  empty: 'No rows.',
  unfit: 'These columns do not fit a chart.',
  failed: (reason: string) => `This chart cannot be drawn: ${reason}`,
} as const;
const least = { width: 80, height: 160 };
const mostLetters = 300;
const leavingMs = 150;
/** The colour over bars that are not over, where no pattern can be drawn. */
const mist = '#8888';

/**
 * Draws a chart into an element, in place of its content. When a chart cannot be drawn, the reason stands in its place.
 * The table of the rows is there in both cases.
 */
export async function drawChart(container: HTMLElement, input: ChartInput): Promise<DrawnChart> {
  const { columns, rows, locale, title } = input;
  const frame = makeFrame(container, { columns, rows, locale, title });
  const shown = withOwn(input);
  const plan = shown.map === undefined ? planOf(shown, frame.hatch) : await planOfMap(shown);
  let view: View | undefined;
  const tooltip = makeTooltip(frame.root);
  const entriesOf = plan.ok && plan.isOwn ? entriesOfRows(shown) : entriesOfValue;

  const sizeNow = () => ({
    width: Math.max(least.width, frame.picture.clientWidth),
    height: Math.max(least.height, frame.picture.clientHeight),
  });
  const fit = (picture: View) => {
    const { width, height } = sizeNow();
    return picture.width(width).height(height);
  };
  const draw = async () => {
    if (!plan.ok) return frame.note([plan.reason]);
    frame.picture.style.minHeight = `${least.height}px`;
    frame.note(plan.notes); // they take their place before the picture fits into the rest
    await loadTransformsOf(plan.spec);
    await giveWay();
    view = await makeView({
      spec: plan.spec,
      values: plan.values,
      others: plan.others,
      size: plan.hasOwnSize ? undefined : sizeNow(),
      isDark: input.isDark,
      font: getComputedStyle(frame.picture).fontFamily,
      locale,
      isBounded: !plan.isOwn,
      tooltip: (_, event, item, value) => {
        const { left, top } = frame.root.getBoundingClientRect();
        if (event && item && value)
          tooltip.show(entriesOf(item, value), { x: event.clientX - left, y: event.clientY - top });
        else tooltip.hide(leavingMs);
      },
    });
    await giveWay();
    if (!plan.hasOwnSize) fit(view); // the place may have become another one meanwhile
    await view.initialize(frame.picture).runAsync();
    labelAgain(frame.picture, title);
  };
  try {
    await draw();
  } catch (error) {
    if (isNotLoaded(error)) throw error;
    view?.finalize();
    view = undefined;
    frame.picture.replaceChildren();
    frame.note([texts.failed(String(error instanceof Error ? error.message : error).slice(0, mostLetters))]);
  }
  if (view === undefined) frame.picture.hidden = true;

  const resize = () => {
    if (!view || (plan.ok && plan.hasOwnSize)) return;
    fit(view)
      .runAsync()
      .catch(() => undefined); // it has been destroyed meanwhile
  };
  let [drawnWidth, drawnHeight] = [frame.picture.clientWidth, frame.picture.clientHeight];
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = frame.picture;
    if (clientWidth === drawnWidth && clientHeight === drawnHeight) return;
    [drawnWidth, drawnHeight] = [clientWidth, clientHeight];
    resize();
  });
  observer.observe(frame.picture);

  let at: number | undefined;
  const leave = () => {
    at = undefined;
    tooltip.hide();
  };
  frame.picture.addEventListener('keydown', (event) => {
    if (
      event.key === 'Escape' &&
      (at !== undefined || !frame.root.querySelector<HTMLElement>('.orrery-chart-tooltip')?.hidden)
    ) {
      event.preventDefault();
      return leave();
    }
    const points = view ? pointsOf(view.scenegraph().root, view.origin()) : [];
    const isMove = at !== undefined && /^(?:Arrow|Home$|End$)/.test(event.key);
    if (points.length === 0 || (event.key !== 'Enter' && !isMove)) return;
    event.preventDefault();
    at = at === undefined ? 0 : stepFrom(points, at, event.key);
    const point = points[at];
    if (!point) return;
    const entries = entriesOf(point.item, undefined);
    tooltip.show(entries, { x: point.x - frame.picture.scrollLeft, y: point.y });
    frame.say(entries.map(([name, value]) => (name === '' ? value : `${name}: ${value}`)).join('; '));
  });
  frame.picture.addEventListener('blur', leave);

  return {
    resize,
    destroy: () => {
      observer.disconnect();
      view?.finalize();
      view = undefined;
      frame.root.remove();
    },
  };
}

type ChartPlan =
  | {
      readonly ok: true;
      readonly spec: Spec;
      readonly values: readonly object[];
      /** The data that is drawn below the rows. */
      readonly others?: Readonly<Record<string, readonly object[]>>;
      readonly notes: readonly string[];
      /** A picture of several views is as large as its spec says. */
      readonly hasOwnSize: boolean;
      readonly isOwn: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** Few charts are maps: what draws them comes with the first one. */
async function planOfMap(input: ChartInput): Promise<ChartPlan> {
  if (input.rows.length === 0) return { ok: false, reason: texts.empty };
  try {
    const { mapPlan, mapTransforms } = await loadModule(() => import('../map/map-plan.ts'));
    addTransforms(mapTransforms);
    return await mapPlan({ ...input, map: input.map });
  } catch (error) {
    if (isNotLoaded(error)) throw error;
    return { ok: false, reason: texts.failed(String(error instanceof Error ? error.message : error)) };
  }
}

/** A spec that Explore made is drawn as Explore draws it, of the rows that there are now, where they still fit. */
function withOwn(input: ChartInput): ChartInput {
  const own = ownChartIn(input.spec);
  if (!own) return input;
  const picked = pickColumns(input.columns, input.rows, own.style);
  if (missingFor(own.type, picked.columns) !== undefined) return input;
  return { ...input, spec: undefined, kind: own.type, style: own.style };
}

function planOf(
  { columns: given, rows: all, spec, kind, style, locale, isDark }: ChartInput,
  hatch: string,
): ChartPlan {
  const { columns, rows } = pickColumns(given, all, style);
  if (rows.length === 0) return { ok: false, reason: texts.empty };
  if (spec !== undefined && spec !== null && spec !== '') {
    const read = readPublishedSpec(spec, given);
    if (!read.ok) return read;
    return { ...read, values: plainValues(given, all), notes: [], isOwn: false };
  }
  // Names of columns are texts of others, which specs would have to escape.
  const safe = columns.map((column, index) => ({ ...column, name: `c${index}`, shortTitle: titleOf(column) }));
  const chosen = chooseChart(safe, rows);
  const type = kind ?? (chosen.kind === 'chart' ? chosen.type : undefined);
  if (type === undefined) return { ok: false, reason: texts.unfit };
  const names = new Map(columns.map(({ name }, index) => [name, `c${index}`]));
  const named = style && withNames(style, (name) => names.get(name) ?? '');
  const data = chartData(type, safe, rows, named, locale);
  const isOpen = data.values.some((value) => value[soFarField]);
  const soFarFill = isOpen ? (isDrawnAsPixels(data.values) ? mist : hatch) : undefined;
  const made = chartSpec(type, safe, { rows, locale, isDark, style: named, soFarFill });
  if (!made) return { ok: false, reason: `${texts.unfit} ${missingFor(type, safe) ?? ''}` };
  return { ok: true, spec: made, ...data, hasOwnSize: false, isOwn: true };
}

/** Vega names the element for itself; ours says what the chart shows. */
function labelAgain(picture: HTMLElement, title: string): void {
  picture.role = 'application';
  picture.setAttribute('aria-roledescription', 'chart');
  picture.setAttribute('aria-label', title);
}

type TooltipReader = (item: SceneItem, value: unknown) => readonly TooltipEntry[];

/** The row of a mark, with all digits, in the formats of its columns. */
function entriesOfRows({ columns, rows, locale, style }: ChartInput): TooltipReader {
  const named = style?.tooltip?.map((name) => columns.findIndex((column) => column.name === name));
  const shown = named?.filter((index) => index >= 0) ?? columns.map((_, index) => index);
  const formats = columns.map((column, index) =>
    formatterOf(column, { locale, values: rows.map((row) => row[index]) }),
  );
  return (item, value) => {
    const row = rows[Number((item.datum as Readonly<Record<string, unknown>> | undefined)?.[rowField])]; // a value of `chartData`
    if (!row) return entriesOfValue(item, value);
    return shown.map((index) => [titleOf(columns[index] ?? { name: '' }), formats[index]?.(row[index]) ?? '']);
  };
}

/** Lists the entries of the tooltip of a mark: those of the spec, else the description by Vega. */
function entriesOfValue(item: SceneItem, value: unknown): readonly TooltipEntry[] {
  const said = value ?? item.description;
  if (typeof said !== 'object' || said === null) return said === undefined ? [] : [['', String(said)]];
  return Object.entries(said)
    .filter(([name]) => name !== rowField)
    .map(([name, each]) => [name, typeof each === 'object' ? JSON.stringify(each) : String(each)]);
}
