import { networkError } from './orrery-error.ts';

export interface Line {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
}

/** Turns what `fetch` throws into an error of ours, but for the reason of an aborted signal. */
export async function onLine<T>(act: () => Promise<T>, { url, signal }: Line): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw networkError(url, cause);
  }
}
