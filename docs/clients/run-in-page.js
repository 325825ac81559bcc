// @ts-nocheck: its package is installed by the tests alone
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Runs a program for browsers in a document with an element `root`, and prints what it shows. Ends once that holds every text.
 *
 * node run-in-page.js PACKAGES PROGRAM TEXTS...
 */
const [packages = '', program = '', ...texts] = process.argv.slice(2);
const { JSDOM } = createRequire(packages)('jsdom');
const { window } = new JSDOM('<!doctype html><body><div id="root"></div></body>');
Object.assign(globalThis, { window, document: window.document });

/** A program that has not shown them until then does not work. */
const withinMs = 60_000;
const holds = () => texts.every((text) => window.document.body.textContent.includes(text));
const observer = new window.MutationObserver(() => {
  if (holds()) end(0);
});
observer.observe(window.document.body, { subtree: true, childList: true, characterData: true });
setTimeout(() => end(1), withinMs);
await import(pathToFileURL(program).href);

function end(code) {
  console.log(window.document.body.textContent);
  process.exit(code);
}
