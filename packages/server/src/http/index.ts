export { accessLog } from './access-log.ts';
export { answerBrokenAddress } from './answer-broken-address.ts';
export { answerBrokenRequest } from './answer-broken-requests.ts';
export { answerErrors } from './answer-errors.ts';
export { answerFaults } from './answer-faults.ts';
export { belowPublicPath } from './below-public-path.ts';
export { boundBodies } from './bound-bodies.ts';
export { certificateFiles } from './tls/certificate-files.ts';
export { ClientLeft, clientSignal } from './client-signal.ts';
export { createServer, serveWith } from './server/create-server.ts';
export { Ending } from './ending.ts';
export {
  type AnsweredRequest,
  breakOff,
  followRequest,
  followRequests,
  type RequestListener,
  switchProtocol,
  tellListeners,
} from './follow-requests.ts';
export { guardRequests } from './guard-requests.ts';
export { registerHealthRoutes } from './health.ts';
export { leadUpgrades } from './server/lead-upgrades.ts';
export { backlog, listenOnLocalhost } from './listen-on-localhost.ts';
export { originOf, portOf } from './origin-of.ts';
export { readOnBeforeClosing } from './read-on.ts';
export { isAcceptableId, requestIdOf } from './request-id.ts';
export { type Face, openFace, serveOperation } from './serve-operation.ts';
export { ServedMethods } from './served-methods.ts';
export { type HealthPartName, SharedCheck } from './shared-check.ts';
export type { OpenCertificate } from './tls/open-certificate.ts';
export { trustedProxies } from './trusted-proxies.ts';
