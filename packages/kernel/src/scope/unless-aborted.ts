/**
 * Waits for a promise, but no longer than the signal allows, and leaves nothing behind. A loop that raced each of its
 * promises with one of the signal would keep every value until the end, since that one keeps all races.
 *
 * @throws what the promise throws, the reason of the signal
 */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => undefined);
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
