export { isChangedOwnChart, type OwnChart, ownChartIn, withOwnChart } from './own-chart.ts';
