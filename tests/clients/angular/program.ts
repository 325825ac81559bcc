import '@angular/compiler';
import { Injector } from '@angular/core';
import { CubeClient, QueryBuilderService } from '@cubejs-client/ngx';

export { BehaviorSubject, firstValueFrom, Subject } from 'rxjs';

/** The client as Angular makes it for components that ask for one. */
export function clientOf(config: ConstructorParameters<typeof CubeClient>[0]): CubeClient {
  return Injector.create({ providers: [CubeClient, { provide: 'config', useValue: config }] }).get(CubeClient);
}

export function builderOf(client: CubeClient): QueryBuilderService {
  const builder = Injector.create({ providers: [QueryBuilderService] }).get(QueryBuilderService);
  builder.setCubeClient(client);
  return builder;
}
