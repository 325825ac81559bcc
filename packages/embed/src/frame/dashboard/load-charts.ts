import type { FilterValue } from '../../protocol/index.ts';
import type { Refusal, Server } from '../ask-server.ts';
import type { ChartLine } from './chart-tile.ts';
import type { ControlState } from '../../view/index.ts';

/** Values of the controls in effect, as the server has resolved them. */
type ControlsInEffect = readonly (FilterValue & { readonly widgetId: string })[];

interface Line extends Partial<ChartLine> {
  /** Of the first line. */
  readonly controls?: { readonly filters: ControlsInEffect };
}

export interface ChartsInput {
  readonly server: Pick<Server, 'lines'>;
  /** Of the dashboard, below the API. */
  readonly path: string;
  readonly state: Pick<ControlState, 'chosen'>;
  readonly onControls: (inEffect: ControlsInEffect) => void;
  readonly onWait: (id: string) => void;
  readonly onLine: (line: ChartLine) => Promise<void>;
  /** @param refusal absent: the answer has ended without a word about the chart */
  readonly onMissing: (id: string, refusal: Refusal | undefined) => void;
  readonly onRefusal: (refusal: Refusal) => void;
  /** Called when everything that was asked for is drawn. */
  readonly onLoaded: () => void;
}

/** Reads the rows of charts, each set over one connection. What the controls said before is of no interest any more. */
export class Charts {
  readonly #input: ChartsInput;
  readonly #running = new Set<AbortController>();
  /** The settings that each chart was last asked with. */
  readonly #asked = new Map<string, string>();

  constructor(input: ChartsInput) {
    this.#input = input;
  }

  /** Reads these charts; what else is under way ends, and other charts are read when they are shown. */
  async load(ids: readonly string[]): Promise<void> {
    this.close();
    this.#asked.clear();
    await this.#read(ids);
  }

  /** Reads those of the charts that have no rows of what is set now. */
  async loadMissing(ids: readonly string[]): Promise<void> {
    const chosen = JSON.stringify(this.#input.state.chosen());
    const missing = ids.filter((id) => this.#asked.get(id) !== chosen);
    if (missing.length > 0) await this.#read(missing);
  }

  /** Reads one chart again, past the cache. */
  async again(id: string): Promise<void> {
    await this.#read([id], 'must-revalidate');
  }

  close(): void {
    for (const each of this.#running) each.abort();
    this.#running.clear();
  }

  async #read(ids: readonly string[], cache?: 'must-revalidate'): Promise<void> {
    const { server, path, state, onControls, onWait, onLine, onMissing, onRefusal, onLoaded } = this.#input;
    const own = new AbortController();
    const { signal } = own;
    this.#running.add(own);
    const chosen = state.chosen();
    for (const id of ids) {
      this.#asked.set(id, JSON.stringify(chosen));
      onWait(id);
    }
    const left = new Set(ids);
    const drawing: Promise<void>[] = [];
    const take = (given: unknown) => {
      if (signal.aborted) return;
      const line = given as Line; // of our server
      if (line.controls) onControls(line.controls.filters);
      if (line.widgetId !== undefined && left.delete(line.widgetId)) drawing.push(onLine(line as ChartLine));
    };
    const body = { ...chosen, charts: ids, ...(cache ? { cache } : {}) };
    const refusal = ids.length === 0 ? undefined : await server.lines(`${path}/data`, body, take, signal);
    if (signal.aborted) return;
    for (const id of left) onMissing(id, refusal);
    if (refusal) onRefusal(refusal);
    await Promise.allSettled(drawing);
    this.#running.delete(own);
    if (!signal.aborted && this.#running.size === 0) onLoaded();
  }
}
