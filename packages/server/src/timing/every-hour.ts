const everyMs = 3_600_000;

/**
 * Does something now and every hour; a failure is tried again an hour later.
 *
 * @param fault what a failure means, for the log @returns a function that stops it
 */
export function everyHour(
  work: () => Promise<unknown>,
  fault: string,
  log: { warn(details: object, message: string): void },
): () => void {
  const once = () => {
    work().catch((error: unknown) => log.warn({ err: error }, fault));
  };
  const timer = setInterval(once, everyMs).unref();
  once();
  return () => clearInterval(timer);
}
