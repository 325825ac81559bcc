export { type Asset, type BuiltFiles, fileName, readBuiltFiles } from './built-files.ts';
export { factsElement, makeNonce, noticeHtml } from './page-html.ts';
export { frameAncestors, originsOf, pagePolicy, themeFonts } from './page-policy.ts';
export { forAYear, sendAsset } from './send-asset.ts';
