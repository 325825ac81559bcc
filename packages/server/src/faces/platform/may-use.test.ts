import { platformOperations } from '@orrery/contract';
import { Forbidden, type Person } from '@orrery/kernel';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { requireUse } from './may-use.ts';

const rights = { role: 'admin', grants: [], deployments: 'all' } as const;
const user = { accountId: 1, userId: 2, username: 'ann', email: undefined, ...rights };
const nothing = () => Promise.reject(new Error('nobody looks anything up'));
const things = {
  deployments: { requireAll: nothing },
  items: { FOLDER: nothing, WORKBOOK: nothing, REPORT: nothing },
  settings: { get: nothing },
  agents: nothing,
};

const forPeople = platformOperations.filter(({ takes }) => takes.callers.includes('person'));

it.each(forPeople)(
  '$method $path refuses a kind of caller that it does not name, before any lookup',
  async (operation) => {
    const { callers } = operation.takes;
    const named = operation.takes.viewers ? 'people and viewers of embedded content' : 'people';
    for (const kind of ['viewer', 'token', 'provider', 'command', 'scraper'] as const) {
      if (callers !== 'anybody' && callers.includes(kind)) continue;
      const caller = { ...user, kind } as unknown as Person; // of a kind that is to come, or from another face
      const asked = requireUse(operation, caller, { params: {} } as FastifyRequest, things); // its path is not read
      await expect(asked).rejects.toThrow(new Forbidden('auth.caller-kind', `Only ${named} may use this`));
    }
  },
);
