export { type ContextRead, readContext } from './context-value.ts';
export { definitionLinesOf } from './definition-lines-of.ts';
export type { TemplateVariables } from './globals.ts';
export { agrees, type RenderCache, renderFiles } from './render-files.ts';
export type { TemplateInputs } from './render-template.ts';
