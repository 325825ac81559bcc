import { d3Locale, vegaConfig } from '@orrery/charts';
import { transforms } from 'vega-dataflow';
import * as encoding from 'vega-encode';
import { functionContext } from 'vega-functions';
import { compile, type TopLevelSpec } from 'vega-lite';
import { parse } from 'vega-parser';
import * as shapes from 'vega-transforms';
import { type TooltipHandler, View } from 'vega-view';
import * as layouts from 'vega-view-transforms';
import { checkExpressions, civilTime, civilTimeFunction } from './check-expressions.ts';
import { plainInterpreter } from './plain-paint.ts';

/** The rows of the answer have this name in every spec. */
const source = 'answer';
/** More marks than these are faster as pixels. */
const mostElements = 2_000;

const { load: _load, sequence: _sequence, generate: _generate, ...safeShapes } = shapes;
Object.assign(transforms, safeShapes, layouts, encoding);
functionContext[civilTimeFunction()] = civilTime;

export interface ViewInput {
  /** A spec that has been read (`readPublishedSpec`), or one of ours. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly values: readonly object[];
  /** What else is drawn, by the names that the spec has it under. */
  readonly others?: Readonly<Record<string, readonly object[]>> | undefined;
  /** Absent: the picture is as large as its spec says. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly isDark: boolean;
  readonly font: string;
  readonly locale: string | undefined;
  readonly tooltip: TooltipHandler;
}

/** Loads what few specs use. A field that has such a name loads it for nothing. */
export async function loadTransformsOf(spec: ViewInput['spec']): Promise<void> {
  if (!/"(?:regression|loess)":/.test(JSON.stringify(spec))) return;
  Object.assign(transforms, await import('vega-regression'));
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
export function makeView({ spec, values, others = {}, size, isDark, font, locale, tooltip }: ViewInput): View {
  const whole = {
    ...spec,
    ...(size === undefined ? {} : { ...size, autosize: { type: 'fit', contains: 'padding', resize: true } }),
    data: { name: source },
  };
  // Vega-Lite itself checks the spec, which has been read from outside.
  const compiled = compile(whole as unknown as TopLevelSpec, { config: vegaConfig({ isDark, font }), logger: quiet() });
  const runtime = parse(compiled.spec, { events: { bind: 'none', defaults: { prevent: false } } }, { ast: true });
  checkExpressions(runtime);
  const view = new View(runtime, {
    expr: plainInterpreter,
    hover: false,
    loader: nothingLoads,
    locale: d3Locale(locale),
    logger: quiet(),
    renderer: isDrawnAsPixels(values) ? 'canvas' : 'svg',
    tooltip,
  });
  for (const [name, rows] of Object.entries(others)) view.data(name, rows);
  return view.data(source, values);
}

export const isDrawnAsPixels = (values: readonly object[]): boolean => values.length > mostElements;

const refuse = () => Promise.reject(new Error('A chart loads nothing.'));
const nothingLoads = { load: refuse, sanitize: refuse, http: refuse, file: refuse, options: {} };

/** Warnings about specs are of no use to those who look at a chart. */
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
