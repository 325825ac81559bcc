export type {
  Expression,
  FunctionCall,
  Name,
  OrderItem,
  WindowDefinition,
  WrittenFrame,
  WrittenFrameBound,
  WrittenTypeName,
} from './expression.ts';
export type { InnerText, SessionStatement, TemporaryRows, WrittenModes, WrittenOption } from './session-statement.ts';
export type {
  CommonTable,
  FromItem,
  GroupItem,
  JoinWord,
  Select,
  SqlStatement,
  TableAlias,
  Target,
  PlainSelect,
} from './statement.ts';
export { userNamed } from './user-named.ts';
