/** Ends a task, so that the page shows frames and answers people before the work goes on. */
export function giveWay(): Promise<void> {
  if ('scheduler' in globalThis && 'yield' in scheduler) return scheduler.yield();
  return new Promise((done) => setTimeout(done));
}
