export { type PublishedSpec, readPublishedSpec } from './read-published-spec.ts';
