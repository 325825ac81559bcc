export { describeGenerated } from './generate/describe-generated.ts';
export { type GeneratedModel, type GenerateInput, generateModel } from './generate/generate-model.ts';
export { publishFiles } from './generate/publish-files.ts';
