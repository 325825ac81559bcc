import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';

interface Scope {
  requestId?: string;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Whatever a request begins, timers and promises among it, knows which request that was, also when it is answered. */
export function withinRequest(listener: RequestListener): RequestListener {
  return (request, response) => scopes.run({}, () => listener(request, response));
}

export function nameRequest(requestId: string): void {
  const scope = scopes.getStore();
  if (scope) scope.requestId = requestId;
}

/** Of the request on whose behalf this runs. */
export function currentRequestId(): string | undefined {
  return scopes.getStore()?.requestId;
}
