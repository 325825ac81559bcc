import { AsyncLocalStorage } from 'node:async_hooks';

/** The request on whose behalf something runs. */
export interface RequestScope {
  readonly requestId: string;
  /** Ends the answer, if it has not ended. Absent before anybody can answer, and once the connection is done with it. */
  endAnswer?: ((fault: unknown) => void) | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope | undefined>();

/** Whatever `begin` begins, timers and promises among it, knows that request, also when it is answered. */
export function withinRequest<T>(requestId: string, begin: () => T): T {
  return scopes.run({ requestId }, begin);
}

/**
 * Makes what outlives the request that happens to need it first: threads, connections that others get, timers of what is
 * shared. A later fault there is one of the process, and no request answers for it.
 */
export function outsideRequests<T>(make: () => T): T {
  return scopes.run(undefined, make);
}

export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}
