export * from './data/index.ts';
export * from './operations/index.ts';
export * from './platform/index.ts';
export * from './scim/index.ts';
export * from './body-values.ts';
export * from './nesting.ts';
