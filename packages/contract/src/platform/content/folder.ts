import { z } from 'zod';
import { callerAccess } from './access-level.ts';
import { instant } from '../instant.ts';
import { folderNumber, folderOrNone, wholeNumber } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { name } from '../text.ts';

const position = z.int().min(0).max(1_000_000_000).describe('Position within the parent folder');

/** A folder for workbooks, reports and other folders. */
export const folderSchema = z.strictObject({
  type: z.literal('FOLDER'),
  id: z.int(),
  deploymentId: z.int(),
  /** `null`: the folder lies in no other. */
  parentId: z.int().nullable(),
  name: z.string(),
  position: z.int(),
  ...callerAccess,
  createdBy: z.int().optional(),
  /** `null` until the first change. */
  updatedBy: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
});

/** The folders by position, then by name. */
export const foldersSchema = z.strictObject({
  items: z.array(folderSchema),
  data: z.array(folderSchema).meta({ deprecated: true, description: 'Use items' }),
  pageInfo: pageInfoSchema,
  count: z.int().min(0).meta({ deprecated: true, description: 'Of all pages' }),
});

export const foldersQuerySchema = pageQuerySchema.extend({
  parentId: wholeNumber(folderNumber).optional().describe('Id of the parent folder; 0 or absent for the root'),
});

export const folderAncestorsSchema = z.array(folderSchema);

export const createFolderInputSchema = z.object({
  name,
  parentId: folderOrNone,
  position: position.nullish(),
});

/** Absent fields stay as they are. Another operation moves a folder. */
export const updateFolderInputSchema = z.object({ name: name.nullish(), position: position.nullish() });

export type WireFolder = z.infer<typeof folderSchema>;
export type WireFolders = z.infer<typeof foldersSchema>;
