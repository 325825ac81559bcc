import type { FastifyRequest } from 'fastify';
import type { Reader, WorkspaceService } from '@orrery/content';

/** Records a view; a failure does not prevent showing the item. */
export async function recordView(
  request: FastifyRequest,
  workspace: Pick<WorkspaceService, 'recordView'>,
  reader: Reader,
  id: number,
): Promise<void> {
  try {
    await workspace.recordView(reader, id);
  } catch (error) {
    request.log.warn({ err: error, id }, 'a view could not be recorded');
  }
}
