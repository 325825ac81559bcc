import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AiModels, type ChooseModel } from '@orrery/agents';
import { type Project, readSettings, sourceNetworkRule } from '@orrery/config';
import { type CommandInput, withMetadata } from '../command/index.ts';

interface AgentOfProject {
  readonly project: Project;
  readonly agent: Parameters<ChooseModel>[1];
}

/**
 * Runs `work` with what chooses the model of an agent, as a server would: among the models of the project file and those
 * of the metadata store. Without a store that was opened before, and without models in the file, the analyst answers.
 */
export async function withModels<T>(
  input: CommandInput,
  { project, agent }: AgentOfProject,
  work: (chooseModel: ChooseModel) => Promise<T>,
): Promise<T> {
  const { flags, environment, directory, clock, note } = input;
  const settings = readSettings({ flags, environment, directory });
  const hasStore = settings.databaseAddress !== undefined || existsSync(join(settings.dataDirectory, 'orrery.db'));
  const isAnalyst = agent.llm.kind === 'named' && agent.llm.name === 'analyst';
  if (isAnalyst || (project.aiModels.length === 0 && !hasStore && agent.llm.kind === 'named'))
    return work(() => Promise.resolve(undefined));
  return withMetadata(input, async (metadata) => {
    const told = (facts: object, message: string) => note(`${message}: ${JSON.stringify(facts)}`);
    const models = new AiModels({
      ...metadata,
      database: metadata.store.database,
      network: sourceNetworkRule(settings),
      log: { warn: told, error: told },
      clock,
    });
    try {
      return await work(({ accountId, userId }, { llm, runtime }) =>
        models.choose({ accountId, userId, llm, runtime, projectModels: project.aiModels }),
      );
    } finally {
      models.close();
    }
  });
}
