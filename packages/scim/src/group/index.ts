export { GroupFace } from './group-face.ts';
