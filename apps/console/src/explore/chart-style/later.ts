// What somebody needs who changes how a chart looks.
export { ChartSettings } from './chart-settings.tsx';
export { HtmlTab } from './html-tab.tsx';
export { KpiSettings } from './kpi-settings.tsx';
export { MapSettings } from './map-settings.tsx';
export { SpecTab } from './spec-tab.tsx';
export { specTextOf } from './spec-text.ts';
