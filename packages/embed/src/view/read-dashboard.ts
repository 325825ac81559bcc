import { type LineRows, tableOfLine } from '../answer/index.ts';
import type { ControlsInEffect, ReadRows, TileData } from './rows.ts';

/** A line of the answer with the data of a dashboard. */
interface TileLine extends TileData, Pick<LineRows, 'comparison' | 'timezone'> {
  readonly widgetId?: string;
  /** Values of the controls, in the first line. */
  readonly controls?: ControlsInEffect;
}

export interface DashboardReading {
  /**
   * Sends a request, and calls `take` with each line of the answer as it arrives.
   *
   * @returns the reason why lines are missing; `undefined` after a whole answer
   */
  readonly lines: (body: object, take: (line: unknown) => void, signal: AbortSignal) => Promise<string | undefined>;
  /** Message for a chart without a line in the answer. */
  readonly lost: string;
  readonly onControls: (inEffect: ControlsInEffect) => void;
}

/** Reads charts of a dashboard over one connection. The request of each chart is the state of the controls. */
export function readDashboard({ lines, lost, onControls }: DashboardReading): ReadRows<string> {
  return async (requests, take, { signal, cache }) => {
    const [chosen = '{}'] = requests.values(); // the same for all: one state of the controls
    const body = { ...(JSON.parse(chosen) as object), charts: [...requests.keys()], ...(cache ? { cache } : {}) };
    let inEffect: ControlsInEffect | undefined;
    const failure = await lines(
      body,
      (given) => {
        if (signal.aborted) return;
        const line = given as TileLine; // of our server
        if (line.controls) {
          inEffect = line.controls;
          onControls(inEffect);
        }
        if (line.widgetId !== undefined) take(line.widgetId, { ...withTable(line), inEffect });
      },
      signal,
    );
    return { error: failure ?? lost, inEffect };
  };
}

/** Puts the ranges of a comparison next to each other: the server sends them one below the other. */
function withTable(line: TileLine): TileData {
  const { columns, rows } = line;
  return columns && rows ? { ...line, ...tableOfLine({ ...line, columns, rows }) } : line;
}
