import { AsyncLocalStorage } from 'node:async_hooks';

/** The request on whose behalf something runs. */
export interface RequestScope {
  readonly requestId: string;
  /**
   * Ends the answer if it is still open. Absent before an answer can be given, and after the connection is released.
   */
  endAnswer?: ((fault: unknown) => void) | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope | undefined>();

/** Runs `begin` as part of the request, including timers and promises it starts, even those that outlive the answer. */
export function withinRequest<T>(requestId: string, begin: () => T): T {
  return scopes.run({ requestId }, begin);
}

/**
 * Creates something that outlives the request which first needs it: threads, shared connections, shared timers. A later
 * fault there belongs to the process, not to that request.
 */
export function outsideRequests<T>(make: () => T): T {
  return scopes.run(undefined, make);
}

export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}
