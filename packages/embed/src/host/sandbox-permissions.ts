/** The permissions of a frame with a dashboard. */
export const sandboxPermissions = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';
