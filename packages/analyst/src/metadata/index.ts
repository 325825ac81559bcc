export { answerMetadata } from './answer-metadata.ts';
