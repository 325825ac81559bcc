import { expect, it } from 'vitest';
import type { Dashboard } from '../workbook/dashboard.ts';
import { refuseLargeResult } from '../../../runtime/src/source/refuse-large-result.ts';
import { Unavailable } from '../../../kernel/src/failure/errors.ts';
import { type RenderInput, renderDashboard } from './render-dashboard.ts';

const snapshot = (name: string): Dashboard['snapshots'][number] => ({
  id: 1,
  reportId: 1,
  name,
  title: null,
  description: null,
  kind: null,
  spec: null,
  question: { kind: 'json', text: `{"measures":["${name}"]}` },
  meta: {},
  preferences: null,
});

const dashboard: RenderInput['dashboard'] = {
  title: 'Sales',
  description: null,
  deploymentId: 1,
  config: { widgets: [] },
  snapshots: [snapshot('large'), snapshot('small')],
};

const table = { columns: [], rows: [], warnings: [], refreshedAt: 0 };
const render = (failure: Error) =>
  renderDashboard(
    {
      run: async ({ query }) => {
        if (query.text.includes('large')) throw failure;
        return { kind: 'rows', table };
      },
    },
    {
      dashboard,
      claims: { cubeCloud: { user: 7 } },
      filters: [],
      timeGrains: [],
      requestId: 'r',
      signal: new AbortController().signal,
    },
  );

it('leaves out a report that exceeds the limits of an answer, and shows the others', async () => {
  expect((await render(refuseLargeResult(1))).parts).toEqual([
    { kind: 'left-out', title: 'large', reason: expect.stringContaining('1 MB') },
    { kind: 'table', title: 'small', table },
  ]);
});

it('does not render a dashboard while its model is unavailable', async () => {
  await expect(render(new Unavailable('model.busy', 'busy'))).rejects.toThrow('busy');
});
