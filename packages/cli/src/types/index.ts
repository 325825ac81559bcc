export { declarationsOf } from './declarations-of.ts';
export { metaOfProject } from './meta-of-project.ts';
export { metaOfServer } from './meta-of-server.ts';
