export {
  type KpiBlock,
  type KpiBlockKind,
  kpiBlockKinds,
  type KpiLayout,
  type KpiStyle,
  mostOfKpi,
  readKpiStyle,
} from './kpi-style.ts';
export { kpiView, type ShownBlock, usualBlocks } from './kpi-view.ts';
export { sparkBars, sparkPath } from './sparkline.ts';
