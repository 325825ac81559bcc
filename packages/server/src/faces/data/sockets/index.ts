export { type ShareOwner, Shares } from './shares.ts';
export type { SocketFigures } from './socket-figures.ts';
export { Sockets } from './sockets.ts';
