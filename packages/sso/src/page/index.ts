export { sendPage } from './send-page.ts';
