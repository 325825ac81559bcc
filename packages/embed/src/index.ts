export * from './host/index.ts';
export * from './protocol/index.ts';
