import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AttackedService } from './attacked-service.ts';

let directory: string;
let service: AttackedService;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-large-'));
  cpSync(join(import.meta.dirname, 'project'), directory, { recursive: true });
  const file = join(directory, 'orrery.yml');
  const limits = 'query: { max_result_mb: 1, concurrency: 2, max_limit: 10000000 }\n';
  writeFileSync(file, `${readFileSync(file, 'utf8').replace(/^query:[^]*/m, '')}${limits}`);
  service = await AttackedService.open({ directory });
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

it.each(['default', 'compact', 'columnar'])(
  'rows larger than the maximum answer, as %s, are refused with the limit, and the slot is free again',
  async (responseFormat) => {
    const query = { dimensions: ['huge.id', 'huge.one', 'huge.two', 'huge.at'], limit: 10_000_000, responseFormat };
    for (let round = 0; round < 3; round += 1) {
      const answer = await service.ask(query);
      expect([answer.status, answer.body?.problems?.[0]?.code]).toEqual([400, 'query.result-too-large']);
      expect(answer.body?.error).toContain('1 MB');
    }
    expect((await service.ask({ ...query, limit: 10 })).status).toBe(200);
  },
);
