import { join } from 'node:path';
import { ScriptedModel } from '../chat/scripted-model.ts';
import { ScimService } from '../scim/scim-service.ts';
import { now } from './settle.ts';

/** The server that examples are asked of: every feature is on, its agents need no model, and its clock stands still. */
export class ExampleService implements AsyncDisposable {
  readonly service: ScimService;
  /** A provider of models, for those who test one. */
  readonly models: ScriptedModel;

  private constructor(service: ScimService, models: ScriptedModel) {
    this.service = service;
    this.models = models;
  }

  static async open(): Promise<ExampleService> {
    const models = await ScriptedModel.open();
    const service = await ScimService.open('sqlite', {
      project: join(import.meta.dirname, 'project'),
      environment: { ORRERY_SOURCE_NETWORKS: '127.0.0.1' },
      now: () => now,
      mapNetworks: ['127.0.0.1'],
    });
    const { changes, settings, accountId } = service.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      settings.update(change, { flags: { scim: true, useCreatorMode: true, evals: true } }),
    );
    return new ExampleService(service, models);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    await this.models[Symbol.asyncDispose]();
  }
}
