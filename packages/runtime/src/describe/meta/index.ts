export { extendDimension, extendMeasure, extendSegment } from './extended-member.ts';
export { fragmentText } from './fragment-text.ts';
export { metaBody } from './meta-body.ts';
export type { MetaCubeOptions } from './meta-cube.ts';
