export { createDataClient, type DataClient, type DataClientOptions, type MetaOptions } from './data-client.ts';
export type * from './data-types.ts';
export type * from './model-types.ts';
export { type SocketOptions, socketTransport } from './socket/socket-transport.ts';
export type { StatementRows } from './statement-rows.ts';
export type { Subscribe, SubscriptionPlace, SubscriptionTransport } from './subscription-transport.ts';
export type { WatchOptions } from './watch-answers.ts';
export { type FieldProblem, OrreryError, type Retry, type Token } from '../http/index.ts';
