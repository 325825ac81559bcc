/**
 * Takes links, images and tags out of Markdown, so that no renderer loads an address, and none navigates: a blank stands
 * where each would begin to be one.
 */
export function safeText(text: string): string {
  return text.replaceAll(/\](?=[(:])/g, '] ').replaceAll(/<(?=[a-z/!?])/gi, '< ');
}
