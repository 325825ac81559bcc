export { UserFace } from './user-face.ts';
