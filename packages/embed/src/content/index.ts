export { plainTemplate } from './plain-template.ts';
