import type { FastifyRequest } from 'fastify';
import type { ContentRights, WorkspaceService } from '@orrery/content';

/** Records a view; a failure does not prevent showing the item. */
export async function recordView(
  request: FastifyRequest,
  workspace: Pick<WorkspaceService, 'recordView'>,
  rights: ContentRights,
  id: number,
): Promise<void> {
  try {
    await workspace.recordView(rights, id);
  } catch (error) {
    request.log.warn({ err: error, id }, 'a view could not be recorded');
  }
}
