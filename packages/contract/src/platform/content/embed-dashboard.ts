import { z } from 'zod';
import { cacheModeSchema, maxSuggestedValues } from '../../data/index.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { dashboardFilterInputSchema, unknownOperator } from './dashboard-filter.ts';

const widgetId = z.string().min(1).max(255);
const mostCharts = 1_000;
const mostControls = 100;

const [many, compared, between, nullTests] = dashboardFilterInputSchema.options;
const ofControl = { member: true } as const;
const choice = { widgetId: widgetId.describe('Of a FILTER that is neither hidden nor disabled') };

/** A viewer's choice at a filter of a dashboard. */
const chosenFilter = z.union([
  // First, because the problems of the first form that is begun are reported.
  z.discriminatedUnion(
    'operator',
    [
      many.omit(ofControl).extend(choice),
      compared.omit(ofControl).extend(choice),
      between.omit(ofControl).extend(choice),
      nullTests.omit(ofControl).extend(choice),
    ],
    unknownOperator,
  ),
  z.object({ ...choice, isCleared: z.literal(true).describe('Shows everything') }),
]);

const chosenGrain = z.object({
  widgetId: widgetId.describe('Of a TIME_GRAIN that is neither hidden nor disabled'),
  grain: z.string().min(1).max(255).nullable().describe('null: that of each chart'),
});

const version = nullAsAbsent(z.int().min(1)).describe(
  'A version of the dashboard in place of the published one; takes edit access to its workbook',
);

const chosen = {
  filters: nullAsAbsent(z.array(chosenFilter).max(mostControls)),
  timeGrains: nullAsAbsent(z.array(chosenGrain).max(mostControls)),
};

/** Controls that are not named have the value of a user attribute, else the one that the dashboard was saved with. */
export const dashboardDataRequestSchema = z.object({
  charts: nullAsAbsent(z.array(widgetId).max(mostCharts)).describe('Ids of CHART widgets; absent: all'),
  ...chosen,
  versionId: version,
  cache: nullAsAbsent(cacheModeSchema),
});

export const dashboardValuesRequestSchema = z.object({
  widgetId,
  /** A part of the value, in any letter case; for texts only. */
  search: nullAsAbsent(z.string().max(1_000)),
  limit: nullAsAbsent(z.int().min(1).max(maxSuggestedValues)),
  ...chosen,
  versionId: version,
});

export type DashboardChoices = Pick<z.infer<typeof dashboardDataRequestSchema>, 'filters' | 'timeGrains'>;
