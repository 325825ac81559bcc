// What frames load with the first chart of HTML.
export { plainTemplate } from './plain-template.ts';
export { showContent } from './show-content.ts';
export { templateResult } from './template-result.ts';
