import { z } from 'zod';
import { toolOf } from './tool.ts';

const schema = z.object({
  dimension: z.string().min(1).max(500),
  search: z.string().max(500).optional(),
  limit: z.number().int().min(1).max(100).optional(),
});

export const orreryDimensionValues = toolOf({
  name: 'orreryDimensionValues',
  description:
    'Lists distinct values of one dimension in the rows that this user may see, in order, up to 100; search keeps those ' +
    'that contain a text. Call it before you filter by a value whose spelling you do not know. complete tells whether ' +
    'these are all.',
  schema,
  run: async ({ dimension, search, limit = 50 }, { turn, signal }) => {
    const { values, complete } = await turn.data.values(dimension, { search, limit, signal });
    return {
      result: { dimension, values, complete },
      shown: {
        ...(complete ? { counts: [values.length] } : {}),
        result: {
          columns: [{ name: dimension, type: 'string' }],
          rows: values.map((value) => [value]),
          totalRows: values.length,
        },
      },
    };
  },
});
