export type { ChartType, Column, FormatOverride, Spec } from '@orrery/charts';
export { OrreryError } from '@orrery/client/data';
export type { FetchSession } from '../host/index.ts';
export type { FiltersPatch, FilterValue, GrainsPatch, Theme, ViewerState } from '../protocol/index.ts';
export {
  applyChartTemplate,
  blankVegaSpec,
  canApplyTemplate,
  type ChartBuilder,
  useChartBuilderContext,
} from './chart-templates.ts';
export {
  CubeEmbedProvider,
  type CubeEmbedProviderProps,
  type EmbedSessionState,
  useEmbedSession,
} from './cube-embed-provider.tsx';
export { type DataAssets, useDataAssetsContext } from './data-assets.ts';
export { EmbedProvider, type EmbedProviderProps } from './embed-provider.tsx';
export type { SessionStatus } from './embed-session.ts';
export { EmbeddedChat, type EmbeddedChatProps } from './embedded-chat.tsx';
export { EmbeddedDashboard, type EmbeddedDashboardProps } from './embedded-dashboard.tsx';
export { prepareTableData, type PreparedColumn, type TableData, type TableDataInput } from './prepare-table-data.ts';
export {
  createDefaultReport,
  type LogicalFilter,
  type LogicalQuery,
  persistableReport,
  type PersistableReport,
  type Report,
  type ReportResult,
} from './report.ts';
export { type ReportContext, useReportContext } from './report-provider.tsx';
export type { EmbedProblem } from './session-place.tsx';
export { VegaChart, type VegaChartProps } from './vega-chart.tsx';
