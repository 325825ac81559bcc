export { currentRequest, outsideRequests, withinRequest } from './request-scope.ts';
