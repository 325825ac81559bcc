import type { AiModels, AiModelsDependencies, ChooseModel } from '@orrery/agents';
import type { ProjectAiModel } from '@orrery/config';
import { everyHour } from '../timing/index.ts';

/** The language models of this process. The code that calls them is loaded with the first call. */
export interface OpenedWhenUsed {
  open(): Promise<AiModels>;
  /** Opens the choice of an agent's model. */
  chooser(): Promise<ChooseModel>;
  close(): Promise<void>;
}

export interface AiModelsInput extends AiModelsDependencies {
  /** Models of the project file of a deployment. */
  readonly projectModelsOf: (deploymentId: number) => readonly ProjectAiModel[];
}

export function openAiModels({ projectModelsOf, ...dependencies }: AiModelsInput): OpenedWhenUsed {
  const { clock, log } = dependencies;
  let opening: Promise<AiModels> | undefined;
  let stopForgetting = () => {};
  const open = () =>
    (opening ??= import('@orrery/agents').then((agents) => {
      const models = new agents.AiModels(dependencies);
      stopForgetting = everyHour(() => models.usage.forget(clock.now()), 'old usage of models is still kept', log);
      return models;
    }));
  return {
    open,
    chooser: async () => {
      const models = await open();
      return ({ accountId, userId }, { llm, runtime }, deploymentId) =>
        models.choose({ accountId, userId, llm, runtime, projectModels: projectModelsOf(deploymentId) });
    },
    close: async () => {
      stopForgetting();
      await (await opening)?.close();
    },
  };
}
