export {
  asRightsChange,
  type Author,
  authorOf,
  type Change,
  Changes,
  isRightsChange,
  type RightsChange,
} from './changes.ts';
