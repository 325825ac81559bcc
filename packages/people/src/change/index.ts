export { asRightsChange, type Author, authorOf, type Change, Changes, type RightsChange } from './changes.ts';
