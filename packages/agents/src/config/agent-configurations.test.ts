import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AgentConfigurations } from './agent-configurations.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-agents-'));
  mkdirSync(join(root, 'agents'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (text: string) => writeFileSync(join(root, 'agents/config.yml'), text);

it('follows files, and keeps what they said while they have a problem: case 43', async () => {
  let now = 0;
  const logged: unknown[] = [];
  const log = { error: (...given: unknown[]) => void logged.push(given) };
  const configurations = new AgentConfigurations(log, () => now);
  const runtime = { agentsDirectory: join(root, 'agents'), deploymentId: 1, branch: null };
  const mode = async () => {
    now += 1_000;
    return (await configurations.of(runtime)).agents.map(({ name, memoryMode }) => `${name} ${memoryMode}`);
  };
  expect(await mode()).toEqual(['auto space']);
  write('memory_mode: user');
  expect(await mode()).toEqual(['auto user']);
  write('memory_mode: disabled\nagents: [{name: a, space: b}]');
  expect(await mode()).toEqual(['auto user']);
  expect(await mode()).toEqual(['auto user']);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).toContain("agents/config.yml:1:1: 'memory_mode' is for a file with one agent");
  write('memory_mode: disabled');
  expect(await mode()).toEqual(['auto disabled']);
  rmSync(join(root, 'agents'), { recursive: true });
  expect(await mode()).toEqual(['auto space']);
});

it('begins with one agent that is told nothing where the files have a problem', async () => {
  write('agents: [{name: a}]\nllm: auto');
  const configurations = new AgentConfigurations({ error: () => undefined });
  const of = { agentsDirectory: join(root, 'agents'), deploymentId: 1, branch: null };
  expect(await configurations.of(of)).toMatchObject({ agents: [{ name: 'auto' }], spaces: [{ skills: [] }] });
});
