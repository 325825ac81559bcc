import { dashboardDataRequestSchema, dashboardSchema, dashboardValuesRequestSchema } from '../../platform/index.ts';
import { valuesAnswerSchema } from '../../data/index.ts';
import { get, post } from '../operation.ts';
import { forViewers, inFrames, person, reading } from '../takes.ts';

const tag = 'Embedding';
const takes = reading(inFrames(forViewers(person, 'locked')));

/** Published dashboards and their data, by the id in their addresses. */
export const embedDashboardOperations = {
  get: get('/embed/dashboard/:publicId', {
    id: 'getDashboard',
    tag,
    summary: 'Get the published version of a dashboard',
    takes,
    answer: dashboardSchema,
  }),
  data: post('/embed/dashboard/:publicId/data', {
    id: 'loadDashboard',
    tag,
    summary:
      'Get the data of the charts of a dashboard: lines of JSON, first { "controls" } with the values in effect, then one for each chart as soon as it is there, and at the end { "done": true }',
    takes,
    body: dashboardDataRequestSchema,
    answer: 'lines',
    example: {},
  }),
  values: post('/embed/dashboard/:publicId/values', {
    id: 'suggestDashboardValues',
    tag,
    summary: 'Suggest values for a filter of a dashboard',
    takes,
    body: dashboardValuesRequestSchema,
    answer: valuesAnswerSchema,
    example: { widgetId: 'country' },
  }),
};
