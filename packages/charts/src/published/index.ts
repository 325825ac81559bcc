export { isLongFormat } from './allowed-keys.ts';
export { type PublishedSpec, readPublishedSpec } from './read-published-spec.ts';
