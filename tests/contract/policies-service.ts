import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { GuardedService } from '../guarded-service.ts';

const base = parse(readFileSync(join(import.meta.dirname, '../../cases/contract/model.yml'), 'utf8')) as {
  readonly cubes: readonly { readonly name: string; readonly dimensions: readonly { readonly name: string }[] }[];
}; // an answer of our own service

/** The data of the contract's examples. */
const tables = {
  customers: `SELECT * FROM (VALUES (1, 'Ana', 'Lisbon', 'EU', 100), (2, 'Ben', 'Austin', 'US', 200),
    (3, 'Cai', 'Austin', 'US', 50), (4, 'Dee', NULL, 'EU', 400)) AS t (id, name, city, region, credit)`,
  orders: `SELECT * FROM (VALUES (1, 1, 'done', 10, TIMESTAMP '2024-01-01 23:30:00'),
    (2, 1, 'done', 20, TIMESTAMP '2024-01-15 10:00:00'), (3, 1, 'open', 30, TIMESTAMP '2024-02-03 08:00:00'),
    (4, 2, 'done', 40, TIMESTAMP '2024-02-10 12:00:00'), (5, 2, 'void', 5, TIMESTAMP '2024-02-29 05:30:00'),
    (6, 3, 'open', NULL, TIMESTAMP '2024-03-10 07:30:00'), (7, NULL, 'done', 70, TIMESTAMP '2024-03-31 22:30:00'))
    AS t (id, customer_id, status, amount, created_at)`,
};

interface Guard {
  /** Policies of `customers`. */
  readonly policies: readonly unknown[];
  /** Masks of the dimensions and measures of `customers`. */
  readonly masks?: Readonly<Record<string, unknown>>;
  /** Policies of the view `v` over all of `customers`; absent: no view. */
  readonly viewPolicies?: readonly unknown[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The base model of the contract, with policies on `customers`. */
export function openGuarded({ policies, masks = {}, viewPolicies, settings }: Guard): Promise<GuardedService> {
  return GuardedService.open({
    model: guardedModel({ policies, masks, ...(viewPolicies ? { viewPolicies } : {}) }),
    tables,
    ...(settings ? { settings } : {}),
  });
}

export function guardedModel({ policies, masks = {}, viewPolicies }: Omit<Guard, 'settings'>): string {
  const withMask = <T extends { readonly name: string }>(member: T) =>
    Object.hasOwn(masks, member.name) ? { ...member, mask: masks[member.name] } : member;
  const cubes = base.cubes
    .filter(({ name }) => name === 'customers' || name === 'orders')
    .map((cube) =>
      cube.name === 'customers'
        ? { ...cube, dimensions: cube.dimensions.map(withMask), access_policy: policies }
        : {
            ...cube,
            joins: [{ name: 'customers', relationship: 'many_to_one', sql: '{CUBE}.customer_id = {customers.id}' }],
          },
    );
  const views = [{ name: 'v', cubes: [{ join_path: 'customers', includes: '*' }], access_policy: viewPolicies }];
  return stringify({ cubes, ...(viewPolicies ? { views } : {}) });
}
