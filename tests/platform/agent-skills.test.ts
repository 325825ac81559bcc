import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentSkillsSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

describe.each(storyKinds)('skills over the Platform API, on %s', (kind) => {
  let service: ScimService;
  let project: string;

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(project, 'agents', path)), { recursive: true });
    writeFileSync(join(project, 'agents', path), text);
  }

  const skill = (title: string) => `---\ntitle: ${title}\ndescription: About ${title}\n---\nthe secret way\n`;

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'orrery-skills-'));
    cpSync(join(import.meta.dirname, '../attacks/project'), project, { recursive: true });
    write('skills/weekly.md', skill('Weekly'));
    service = await ScimService.open(kind, { project });
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    rmSync(project, { recursive: true });
  });

  async function ask(query = '', deployment = 1) {
    const response = await fetch(`${service.served.origin}/api/v1/deployments/${deployment}/agent-skills${query}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    return { status: response.status, text: await response.text() };
  }
  const names = async (query = '') =>
    agentSkillsSchema.parse(JSON.parse((await ask(query)).text)).items.map((one) => one.name);

  it('42: are told with name, title and description, and never with instructions', async () => {
    const { status, text } = await ask();
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { items: [{ name: 'weekly', title: 'Weekly', description: 'About Weekly' }] },
    ]);
    expect(text).not.toContain('secret');
    expect(await names('?space=auto')).toEqual(['weekly']);
    expect(await names('?space=other')).toEqual([]);
  });

  it('are none of a deployment or a branch that is not there', async () => {
    expect((await ask('', 9)).status).toBe(404);
    expect((await ask('?branchName=nope')).status).toBe(404);
  });

  it('43: follow files, and stay while the files have a problem', async () => {
    write('config.yml', 'llm: auto\nagents: []');
    write('skills/daily.md', skill('Daily'));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await names()).toEqual(['weekly']);
    write('config.yml', 'llm: auto');
    await eventually(async () => expect(await names()).toEqual(['daily', 'weekly']));
  });
});
