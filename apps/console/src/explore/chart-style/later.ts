// What somebody needs who changes how a chart looks.
export { ChartSettings } from './chart-settings.tsx';
export { HtmlTab } from './html-tab.tsx';
