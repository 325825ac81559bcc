import type { FastifyRequest } from 'fastify';
import type { Reader, WorkspaceService } from '@orrery/content';

/** What somebody is shown, they are shown also where nobody can write down that they were. */
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
