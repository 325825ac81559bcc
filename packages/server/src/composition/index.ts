export { compose, type Composition } from './compose.ts';
