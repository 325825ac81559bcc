import { z } from 'zod';
import { drillMembersGroupedSchema, wireFormatSchema } from './annotation.ts';

const face = {
  name: z.string(),
  title: z.string(),
  shortTitle: z.string(),
  description: z.string().optional(),
  meta: z.unknown().optional(),
  aliases: z.array(z.string()).optional(),
  aliasMember: z.string().optional(),
  isVisible: z.boolean(),
  public: z.boolean(),
};

const formatDescription = z.strictObject({
  name: z.string(),
  specifier: z.string(),
  currency: z.string().optional(),
});

const formatted = {
  format: wireFormatSchema.optional(),
  formatDescription: formatDescription.optional(),
  currency: z.string().optional(),
};

const metaMeasureSchema = z.strictObject({
  ...face,
  ...formatted,
  type: z.string(),
  aggType: z.string(),
  cumulative: z.boolean(),
  cumulativeTotal: z.boolean(),
  drillMembers: z.array(z.string()),
  drillMembersGrouped: drillMembersGroupedSchema,
  /** This and `filters` are set with `extended` only. */
  sql: z.string().optional(),
  filters: z.array(z.strictObject({ sql: z.string() })).optional(),
});

export type MetaMeasure = z.infer<typeof metaMeasureSchema>;

/** A granularity that a time dimension defines. */
const metaGranularitySchema = z.strictObject({
  name: z.string(),
  title: z.string(),
  /** Absent when a calendar defines where buckets begin. */
  interval: z.string().optional(),
  offset: z.string().optional(),
  origin: z.string().optional(),
});

export type MetaGranularity = z.infer<typeof metaGranularitySchema>;

const metaLinkSchema = z.strictObject({
  name: z.string(),
  label: z.string(),
  dashboard: z.string().optional(),
  icon: z.string().optional(),
  target: z.enum(['blank', 'self']),
  primary: z.literal(true).optional(),
  /** Names of the parameters that the address passes on. */
  params: z.array(z.string()).optional(),
});

export type MetaLink = z.infer<typeof metaLinkSchema>;

const metaDimensionSchema = z.strictObject({
  ...face,
  ...formatted,
  type: z.string(),
  suggestFilterValues: z.boolean(),
  primaryKey: z.boolean(),
  order: z.enum(['asc', 'desc']).optional(),
  key: z.string().optional(),
  links: z.array(metaLinkSchema).optional(),
  /** Set for the dimension that holds the address of a link. */
  synthetic: z.literal(true).optional(),
  granularities: z.array(metaGranularitySchema).optional(),
  /** This and `case` are set with `extended` only. */
  sql: z.string().optional(),
  case: z.unknown().optional(),
});

export type MetaDimension = z.infer<typeof metaDimensionSchema>;

const metaSegmentSchema = z.strictObject({ ...face, sql: z.string().optional() });

export type MetaSegment = z.infer<typeof metaSegmentSchema>;

const metaHierarchySchema = z.strictObject({
  name: z.string(),
  title: z.string(),
  levels: z.array(z.string()),
  public: z.boolean(),
  aliasMember: z.string().optional(),
});

const folderFace = { name: z.string(), title: z.string().optional() };

export interface MetaFolder {
  name: string;
  title?: string | undefined;
  members: (string | MetaFolder)[];
}

export const metaFolderSchema: z.ZodType<MetaFolder> = z.lazy(() =>
  z.strictObject({ ...folderFace, members: z.array(z.union([z.string(), metaFolderSchema])) }),
);

const metaViewGroupSchema = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string().optional(),
  views: z.array(z.string()),
});

export type MetaViewGroup = z.infer<typeof metaViewGroupSchema>;

export const metaCubeSchema = z.strictObject({
  name: z.string(),
  title: z.string(),
  type: z.enum(['cube', 'view']),
  description: z.string().optional(),
  meta: z.unknown().optional(),
  isVisible: z.boolean(),
  public: z.boolean(),
  connectedComponent: z.number().optional(),
  measures: z.array(metaMeasureSchema),
  dimensions: z.array(metaDimensionSchema),
  segments: z.array(metaSegmentSchema),
  hierarchies: z.array(metaHierarchySchema),
  /** Folders, with the members of the folders inside. */
  folders: z.array(z.strictObject({ ...folderFace, members: z.array(z.string()) })),
  nestedFolders: z.array(metaFolderSchema),
  viewGroups: z.array(z.string()).optional(),
  /**
   * This and all below are set with `extended` only. Lists what each measure may be grouped by, one dimension at a
   * time, in any of its granularities. Orrery's own.
   */
  queryable: z
    .array(
      z.strictObject({
        /** Absent for all measures of the cube or view. */
        measures: z.array(z.string()).optional(),
        by: z.array(
          z.strictObject({
            /** A cube or view: all of its dimensions, all but those of `except`, or those of `only`. */
            name: z.string(),
            /** The joined cubes, from the one where rows start; absent without joins. */
            path: z.array(z.string()).optional(),
            except: z.array(z.string()).optional(),
            only: z.array(z.string()).optional(),
          }),
        ),
      }),
    )
    .optional(),
  extends: z.string().optional(),
  sql: z.string().optional(),
  fileName: z.string().optional(),
  joins: z.array(z.strictObject({ name: z.string(), relationship: z.string(), sql: z.string() })).optional(),
  refreshKey: z
    .strictObject({
      sql: z.string().optional(),
      every: z.string().optional(),
      timezone: z.string().optional(),
      immutable: z.literal(true).optional(),
    })
    .optional(),
  preAggregations: z.array(z.strictObject({ name: z.string() })).optional(),
});

export type MetaCube = z.infer<typeof metaCubeSchema>;

export const metaAnswerSchema = z.strictObject({
  cubes: z.array(metaCubeSchema),
  viewGroups: z.array(metaViewGroupSchema).optional(),
  /** Set with `extended` only: rows of an answer to a query without a limit, and the largest limit. Orrery's own. */
  rowLimits: z.strictObject({ usual: z.int(), most: z.int() }).optional(),
});

export type MetaAnswer = z.infer<typeof metaAnswerSchema>;
