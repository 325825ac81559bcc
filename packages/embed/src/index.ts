export * from './answer/index.ts';
export * from './content/index.ts';
export * from './frame/index.ts';
export * from './host/index.ts';
export * from './look/index.ts';
export * from './markup/index.ts';
export * from './parts/index.ts';
export * from './protocol/index.ts';
