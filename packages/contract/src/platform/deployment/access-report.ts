import { z } from 'zod';
import { nullAsAbsent } from '../null-as-absent.ts';
import { securityContextSchema } from '../people/security-context.ts';

const context = z.record(z.string(), z.unknown());

/** Requests a report of what a user with a security context would see. */
export const accessReportRequestSchema = z.object({
  as: securityContextSchema,
  /** Security context of a second user: the answer then has the differences between the two. */
  compare: nullAsAbsent(securityContextSchema),
  /** A query in the form that `/v1/load` takes. */
  query: nullAsAbsent(z.record(z.string(), z.unknown())),
  /** Branch of the model; absent for the deployment itself. */
  branch: nullAsAbsent(z.string().min(1).max(100)),
});

export type AccessReportRequest = z.infer<typeof accessReportRequestSchema>;

const policySchema = z.strictObject({
  file: z.string(),
  line: z.int(),
  applies: z.boolean(),
  /** Reason why the policy does not apply. */
  reason: z.string().optional(),
  /** Members whose real values the policy shows. */
  shows: z.union([z.literal('all'), z.array(z.string())]),
  /** Members for which the policy shows masks. */
  masks: z.array(z.string()),
  /** Filter of the rows that the policy allows, with the caller's values; absent: every row. */
  rows: z.string().optional(),
});

const pieceSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['cube', 'view']),
  /** *open*: it has no policies. *denied*: none of them applies. *ruled*: what applies decides. */
  verdict: z.enum(['open', 'denied', 'ruled']),
  policies: z.array(policySchema),
  /** The cubes behind a view that have policies, which also decide about its rows and masks. */
  behind: z.array(z.string()).optional(),
  /** Public members that the caller does not see, and why. */
  hidden: z.array(z.strictObject({ member: z.string(), reason: z.string() })),
  /** Members that are masked, and for which rows they are not. */
  masked: z.array(z.strictObject({ member: z.string(), except: z.string().optional() })),
});

export const accessReportSchema = z.strictObject({
  /** Groups, roles and attributes found in the security context. */
  caller: z.strictObject({
    groups: z.array(z.string()),
    roles: z.array(z.string()),
    /** `null`: the security context has no `cubeCloud`. */
    userAttributes: context.nullable(),
  }),
  pieces: z.array(pieceSchema),
  /** Rules of `query_rewrite`, with their effect for the caller. */
  rules: z.array(
    z.strictObject({
      file: z.string(),
      line: z.int(),
      /** Cubes, views and members it is about; absent: every query. */
      touches: z.array(z.string()).optional(),
      /** *undecided*: queries it is about are refused. */
      state: z.enum(['acts', 'rests', 'undecided']),
      /** Why it is undecided. */
      reason: z.string().optional(),
      does: z.string(),
    }),
  ),
  /** Effect of the rules and policies on the query. */
  query: z
    .strictObject({
      refused: z.array(z.string()).optional(),
      /** Rows that are left, of each cube and view. */
      rules: z.array(z.strictObject({ of: z.string(), rows: z.string() })),
      masked: z.array(z.strictObject({ member: z.string(), except: z.string().optional() })),
    })
    .optional(),
});

export type AccessReport = z.infer<typeof accessReportSchema>;

export const accessDifferenceSchema = z.strictObject({
  of: z.string(),
  what: z.string(),
  /** The result for the first caller; `second` has that for the second one. */
  first: z.string(),
  second: z.string(),
});

export type AccessDifference = z.infer<typeof accessDifferenceSchema>;

export const accessReportsSchema = z.strictObject({
  report: accessReportSchema,
  other: accessReportSchema.optional(),
  differences: z.array(accessDifferenceSchema).optional(),
});

export type AccessReports = z.infer<typeof accessReportsSchema>;
