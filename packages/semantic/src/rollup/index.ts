export { explainRollups, type RollupCandidate } from './explain-rollups.ts';
