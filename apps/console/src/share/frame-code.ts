interface Framed {
  readonly address: string;
  readonly title: string;
  /** Permissions of the frame. */
  readonly sandbox: string;
}

/** The HTML that shows a dashboard in a page. */
export function frameCode({ address, title, sandbox }: Framed): string {
  return [
    `<iframe src="${inAttribute(address)}" title="${inAttribute(title)}"`,
    '  width="100%" height="640" style="border: 0" allowfullscreen',
    `  sandbox="${sandbox}" referrerpolicy="no-referrer"></iframe>`,
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

function inAttribute(text: string): string {
  return text.replaceAll(/[&"<>]/g, (letter) => entities[letter] ?? letter);
}
