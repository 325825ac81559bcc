export { currentRequest, outsideRequests, withinRequest } from './request-scope.ts';
export { unlessAborted } from './unless-aborted.ts';
