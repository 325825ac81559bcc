export { AddressRefused, GuardedSocket } from './guarded-socket.ts';
export { isOpenAddress, type NetworkRule } from './open-addresses.ts';
export { openSocket } from './open-socket.ts';
export type { CallTimes } from './bounded-fetch.ts';
export { Gate } from './gate.ts';
export { type HttpServer, httpServer } from './http-server.ts';
export { isBusyStatus, repeatedRequest } from './repeated-request.ts';
export { ServerConnections } from './server-connections.ts';
export { ServerError, serverErrorIn, type ServerFailure } from './server-error.ts';
