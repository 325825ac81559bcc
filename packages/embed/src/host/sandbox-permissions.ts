/** What a frame with a dashboard may do. */
export const sandboxPermissions = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';
