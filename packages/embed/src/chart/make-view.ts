import { d3Locale, narrowLegend, vegaConfig } from '@orrery/charts';
import { transforms } from 'vega-dataflow';
import * as encoding from 'vega-encode';
import { functionContext } from 'vega-functions';
import { compile, type TopLevelSpec } from 'vega-lite';
import { parse } from 'vega-parser';
import * as shapes from 'vega-transforms';
import { type TooltipHandler, View } from 'vega-view';
import * as layouts from 'vega-view-transforms';
import { loadModule } from '../load/index.ts';
import { checkExpressions, civilTime, civilTimeFunction } from './check-expressions.ts';
import { giveWay } from './give-way.ts';
import { plainInterpreter } from './plain-paint.ts';
import { boundFormats, boundTransforms, SpecBudget, useBudget } from './spec-budget.ts';

/** The rows of the answer have this name in every spec. */
const source = 'answer';
/** Stands in a spec for the size of the place that it is drawn into, which only pictures of many parts are made for. */
const anySize = { width: 200, height: 200 };
/** More marks than these are faster as pixels. */
const mostElements = 2_000;

const { load: _load, sequence: _sequence, generate: _generate, ...safeShapes } = shapes;
Object.assign(transforms, safeShapes, layouts, encoding);
boundTransforms(transforms);
boundFormats(functionContext);
functionContext[civilTimeFunction()] = civilTime;

export interface ViewInput {
  /** A spec that has been read (`readPublishedSpec`), or one of ours. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly values: readonly object[];
  /** The further data of a picture, by their names in the spec. */
  readonly others?: Readonly<Record<string, readonly object[]>> | undefined;
  /** Absent: the picture is as large as its spec says. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly isDark: boolean;
  readonly font: string;
  readonly locale: string | undefined;
  readonly tooltip: TooltipHandler;
  /** Whether the spec is of somebody else, and may take so much of the browser and no more. */
  readonly isBounded: boolean;
}

/** Loads what few specs use. A field that has such a name loads it for nothing. */
export async function loadTransformsOf(spec: ViewInput['spec']): Promise<void> {
  if (!/"(?:regression|loess)":/.test(JSON.stringify(spec))) return;
  const curves = await loadModule(() => import('vega-regression'));
  boundTransforms(curves);
  Object.assign(transforms, curves);
}

/** Adds what maps are drawn with. */
export function addTransforms(more: Readonly<Record<string, unknown>>): void {
  Object.assign(transforms, more);
}

/**
 * Makes the picture of a spec, not drawn yet. Expressions are interpreted, never compiled, and nothing is loaded.
 *
 * @throws what the spec has wrong
 */
export async function makeView({ values, others = {}, locale, tooltip, isBounded, ...look }: ViewInput): Promise<View> {
  const runtime = await runtimeOf({ ...look, isBounded });
  const view = new View(runtime, {
    expr: plainInterpreter,
    hover: false,
    loader: nothingLoads,
    locale: d3Locale(locale),
    logger: quiet(),
    renderer: isDrawnAsPixels(values) ? 'canvas' : 'svg',
    tooltip,
  });
  keepTo(isBounded ? new SpecBudget() : undefined, view);
  for (const [name, rows] of Object.entries(others)) view.data(name, rows);
  if (look.size !== undefined) view.width(look.size.width).height(look.size.height);
  return view.data(source, values);
}

type VegaRuntime = ReturnType<typeof parse>;

/** Compiled specs, by their texts. Other rows under a spec need no work on it; the one used longest ago goes first. */
const runtimes = new Map<string, VegaRuntime>();
const mostRuntimes = 24;
/** Letters of a spec; runtimes are many times larger. */
const longestKept = 20_000;

/** Gives way to what the page has to do after each part of the work, which is the larger part of a chart. */
async function runtimeOf({
  spec,
  size,
  isDark,
  font,
  isBounded,
}: Pick<ViewInput, 'spec' | 'size' | 'isDark' | 'font' | 'isBounded'>): Promise<VegaRuntime> {
  const { encoding } = spec as { readonly encoding?: Readonly<Record<string, unknown>> }; // it has been read
  const hasParts = ['row', 'column', 'facet'].some((channel) => encoding?.[channel] !== undefined);
  const whole = {
    ...spec,
    ...(size && { ...(hasParts ? size : anySize), autosize: { type: 'fit', contains: 'padding', resize: true } }),
    data: { name: source },
    // Where somebody put the legend holds while there is room for it.
    ...(isBounded ? {} : withNarrowLegend(spec, size?.width)),
  };
  const config = vegaConfig({ isDark, font, width: size?.width });
  const key = JSON.stringify([whole, config]);
  const runtime = runtimes.get(key) ?? (await makeRuntime(whole, config));
  runtimes.delete(key);
  if (key.length <= longestKept) runtimes.set(key, runtime);
  for (const oldest of runtimes.keys()) {
    if (runtimes.size <= mostRuntimes) break;
    runtimes.delete(oldest);
  }
  return runtime;
}

function withNarrowLegend({ config }: ViewInput['spec'], width: number | undefined): object {
  const { legend, ...others } = (config ?? {}) as { readonly legend?: { readonly disable?: boolean } }; // as we made it
  const narrow = narrowLegend(width);
  return narrow && legend && !legend.disable ? { config: { ...others, legend: { ...legend, ...narrow } } } : {};
}

async function makeRuntime(whole: object, config: ReturnType<typeof vegaConfig>): Promise<VegaRuntime> {
  // Vega-Lite itself checks the spec, which has been read from outside.
  const { spec } = compile(whole as TopLevelSpec, { config, logger: quiet() });
  await giveWay();
  const runtime = parse(spec, { events: { bind: 'none', defaults: { prevent: false } } }, { ast: true });
  checkExpressions(runtime);
  await giveWay();
  return runtime;
}

/** Parts of Vega's pictures that run one after the other, without a pause. */
interface EvaluatedView {
  evaluate(...given: readonly unknown[]): Promise<unknown>;
  run(...given: readonly unknown[]): unknown;
  _getPulse(...given: readonly unknown[]): unknown;
  error(error: unknown): unknown;
}

/**
 * Moments after an evaluation. Vega fits the picture into its place with priority 1, and evaluates it again for that; what there
 * is after all of them is painted.
 */
const [beforeFit, beforePaint] = [2, 0];

/** Stops a picture whose budget is used up: what has run before is then not drawn either. */
function keepTo(budget: SpecBudget | undefined, view: View): void {
  const parts = view as unknown as EvaluatedView; // Vega 6.4 has them
  const { evaluate, _getPulse } = parts;
  parts._getPulse = (...given) => {
    useBudget(budget);
    budget?.requireTime();
    return _getPulse.apply(view, given as never);
  };
  if (!budget) return;
  let failure: unknown;
  parts.evaluate = (...given) => {
    failure = undefined;
    budget.begin();
    view.runAfter(() => budget.requireTime(), true, beforeFit);
    view.runAfter(
      () => {
        if (failure !== undefined) throw failure;
      },
      true,
      beforePaint,
    );
    return evaluate.apply(view, given as never);
  };
  // Only the fit calls it, and waits for nothing: the evaluation before it tells what fails.
  parts.run = (...given) => {
    parts.evaluate(...given).catch(() => undefined);
    return view;
  };
  parts.error = (error) => {
    failure = error;
    throw error;
  };
}

export const isDrawnAsPixels = (values: readonly object[]): boolean => values.length > mostElements;

const refuse = () => Promise.reject(new Error('A chart loads nothing.'));
const nothingLoads = { load: refuse, sanitize: refuse, http: refuse, file: refuse, options: {} };

/** Drops the warnings of Vega: they concern the author of a spec, not the viewer of a chart. */
function quiet() {
  const logger = {
    level: () => logger,
    error: () => logger,
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  };
  return logger as never; // both ends only call it
}
