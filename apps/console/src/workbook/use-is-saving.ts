import { useIsMutating } from '@tanstack/react-query';

/** Names the requests that save the draft of a workbook. */
export const saveKey = (deploymentId: number, workbookId: number) => ['save draft', deploymentId, workbookId];

/** Whether a draft of the workbook is on its way to the server, also that of a builder which was left. */
export function useIsSaving(deploymentId: number, workbookId: number): boolean {
  return useIsMutating({ mutationKey: saveKey(deploymentId, workbookId) }) > 0;
}
