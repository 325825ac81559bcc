export { evaluateAgent } from './evaluate-agent.ts';
export { hasFailed, renderReport } from './render-report.ts';
