import type { Page } from '../tests/browser/chromium.ts';

export interface PageTasks {
  /** The longest task of the page's thread. */
  readonly longestMs: number;
  readonly wholeMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds, as all times. */
  readonly ts: number;
  readonly dur?: number;
  /** On the thread's own clock. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Measures the tasks of a page on the clock of its thread, which stands still while others have the processor. */
export async function traceTasks(page: Page): Promise<() => Promise<PageTasks>> {
  const events: TraceEvent[] = [];
  page.on('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[]))); // the protocol's form
  const complete = new Promise<void>((done) => page.on('Tracing.tracingComplete', () => done()));
  const includedCategories = ['toplevel', '__metadata'];
  await page.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories, excludedCategories: ['*'] },
  });
  return async () => {
    await page.send('Tracing.end');
    await complete;
    return tasksIn(events);
  };
}

/** The thread of the page is, of those of pages, the one that worked most. */
function tasksIn(events: readonly TraceEvent[]): PageTasks {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const found = threads.map(({ pid, tid }) => {
    const taken = durationsOf(events.filter((each) => each.pid === pid && each.tid === tid));
    return { longestMs: Math.max(0, ...taken), wholeMs: taken.reduce((sum, each) => sum + each, 0) };
  });
  const busiest = found.toSorted((one, other) => other.wholeMs - one.wholeMs)[0];
  if (!busiest || busiest.wholeMs === 0) throw new Error('the trace has no tasks of the page');
  return busiest;
}

/** Milliseconds of each task. What it has promised is done after it, and nothing else comes between. */
function durationsOf(events: readonly TraceEvent[]): readonly number[] {
  const durations: number[] = [];
  let endsAt = 0;
  for (const { name, ts, dur = 0, tdur = 0 } of events.toSorted((one, other) => one.ts - other.ts)) {
    const isTask = name.endsWith('RunTask');
    if (ts < endsAt || (!isTask && !name.endsWith('PerformMicrotaskCheckpoint'))) continue;
    endsAt = ts + dur;
    const before = isTask ? 0 : (durations.pop() ?? 0);
    durations.push(before + tdur / 1_000);
  }
  return durations;
}
