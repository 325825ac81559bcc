export { type OwnChart, ownChartIn, withOwnChart } from './own-chart.ts';
export { type PublishedSpec, readPublishedSpec } from './read-published-spec.ts';
