export { fieldsRead } from './fields-read.ts';
export { narrow } from './narrow.ts';
export { type ListQuery, readListQuery, readSearchRequest, readSelectionOf } from './read-list-query.ts';
export { largestPage } from './read-page.ts';
export { search, type ResourceSource, type SearchRequest } from './search.ts';
export { readSort } from './sort.ts';
