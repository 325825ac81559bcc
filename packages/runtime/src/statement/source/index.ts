export {
  askSource,
  type SourceAsker,
  type SourceRows,
  type SourceStatement,
  SourceStatementInvalid,
  tablesOfSource,
} from './ask-source.ts';
