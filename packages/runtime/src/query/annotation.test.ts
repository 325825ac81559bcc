import { annotationSchema } from '@orrery/contract';
import { openAccess } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { annotate } from './annotation.ts';
import { sampleModel } from './sample-model.ts';
import { bucketOutput, dimensionOutput, measureOutput, sampleQuery } from './sample-query.ts';

const day = { name: 'day', title: 'day', interval: '1 day' };
const created = { title: 'orders created_at', shortTitle: 'created_at', type: 'time' };

describe('annotate', () => {
  it('describes each column, and time dimensions by both names', () => {
    const query = sampleQuery([
      dimensionOutput('orders.status'),
      bucketOutput('orders.created_at', 'day'),
      measureOutput('orders.count'),
      measureOutput('orders.total_amount'),
    ]);
    expect(annotationSchema.parse(annotate(query, ['orders.completed'], sampleModel(), openAccess))).toEqual({
      measures: {
        'orders.count': {
          title: 'orders count',
          shortTitle: 'count',
          type: 'number',
          drillMembers: ['orders.status', 'orders.total_amount'],
          drillMembersGrouped: { measures: ['orders.total_amount'], dimensions: ['orders.status'] },
        },
        'orders.total_amount': {
          title: 'orders total_amount',
          shortTitle: 'total_amount',
          type: 'number',
          format: 'currency',
          currency: 'EUR',
          drillMembers: [],
          drillMembersGrouped: { measures: [], dimensions: [] },
        },
      },
      dimensions: {
        'orders.status': {
          title: 'orders status',
          shortTitle: 'status',
          description: 'Where it stands',
          meta: { a: 1 },
          type: 'string',
        },
      },
      segments: { 'orders.completed': { title: 'orders completed', shortTitle: 'completed' } },
      timeDimensions: { 'orders.created_at.day': { ...created, granularity: day }, 'orders.created_at': created },
    });
  });

  it('leaves the plain name of a time dimension to the dimensions when it is one of them', () => {
    const query = sampleQuery([dimensionOutput('orders.created_at', 'time'), bucketOutput('orders.created_at', 'day')]);
    const annotation = annotate(query, [], sampleModel(), openAccess);
    expect(Object.keys(annotation.dimensions)).toEqual(['orders.created_at']);
    expect(Object.keys(annotation.timeDimensions)).toEqual(['orders.created_at.day']);
  });
});
