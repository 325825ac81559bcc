export { element } from './elements.ts';
export { markdown } from './markdown.ts';
