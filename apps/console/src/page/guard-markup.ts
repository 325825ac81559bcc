interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(address: string): string },
  ): unknown;
}

/**
 * Makes the only policy of trusted types: text never becomes markup, and scripts of workers are files of ours. Browsers
 * without trusted types have the rest of the content security policy.
 *
 * @param assets address that our files are below
 */
export function guardMarkup(page: object, assets: string): void {
  if (!('trustedTypes' in page)) return;
  const policies = page.trustedTypes as TrustedTypes; // of the browser
  policies.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Text does not become markup here.');
      return text;
    },
    createScriptURL: (address) => {
      if (!new URL(address, assets).href.startsWith(assets)) throw new TypeError('Scripts are files of this server.');
      return address;
    },
  });
}
