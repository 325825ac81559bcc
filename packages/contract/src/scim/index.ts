export * from './discovery.ts';
export * from './list-response.ts';
export * from './query.ts';
export * from './requests.ts';
export * from './resource.ts';
export * from './scim-error.ts';
