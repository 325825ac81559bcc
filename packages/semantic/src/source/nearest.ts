export { didYouMean, nearest } from '../problem/nearest.ts';
