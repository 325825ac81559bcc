/** The tree of a template as the library's parser makes it; what it calls `type` tells the kinds apart. */
export type TemplateNode =
  | { readonly type: 'Program'; readonly body: readonly TemplateNode[] }
  | {
      readonly type: 'If';
      readonly test: TemplateNode;
      readonly body: readonly TemplateNode[];
      readonly alternate: readonly TemplateNode[];
    }
  | {
      readonly type: 'For';
      readonly loopvar: TemplateNode;
      readonly iterable: TemplateNode;
      readonly body: readonly TemplateNode[];
      readonly defaultBlock: readonly TemplateNode[];
    }
  | { readonly type: 'Break' | 'Continue' | 'Comment' }
  | {
      readonly type: 'Set';
      readonly assignee: TemplateNode;
      readonly value: TemplateNode | null;
      readonly body: readonly TemplateNode[];
    }
  | {
      readonly type: 'Macro';
      readonly name: IdentifierNode;
      readonly args: readonly ParameterNode[];
      readonly body: readonly TemplateNode[];
    }
  | {
      readonly type: 'CallStatement';
      readonly call: CallNode;
      readonly callerArgs: readonly ParameterNode[] | null;
      readonly body: readonly TemplateNode[];
    }
  | {
      readonly type: 'FilterStatement';
      readonly filter: IdentifierNode | CallNode;
      readonly body: readonly TemplateNode[];
    }
  | IdentifierNode
  | CallNode
  | {
      readonly type: 'MemberExpression';
      readonly object: TemplateNode;
      readonly property: TemplateNode;
      readonly computed: boolean;
    }
  | { readonly type: 'IntegerLiteral' | 'FloatLiteral'; readonly value: number }
  | { readonly type: 'StringLiteral'; readonly value: string }
  | { readonly type: 'ArrayLiteral' | 'TupleLiteral'; readonly value: readonly TemplateNode[] }
  | { readonly type: 'ObjectLiteral'; readonly value: ReadonlyMap<TemplateNode, TemplateNode> }
  | {
      readonly type: 'BinaryExpression';
      readonly operator: { readonly value: string };
      readonly left: TemplateNode;
      readonly right: TemplateNode;
    }
  | {
      readonly type: 'FilterExpression';
      readonly operand: TemplateNode;
      readonly filter: IdentifierNode | CallNode;
    }
  | { readonly type: 'SelectExpression'; readonly lhs: TemplateNode; readonly test: TemplateNode }
  | {
      readonly type: 'TestExpression';
      readonly operand: TemplateNode;
      readonly negate: boolean;
      readonly test: IdentifierNode;
    }
  | { readonly type: 'UnaryExpression'; readonly operator: { readonly value: string }; readonly argument: TemplateNode }
  | {
      readonly type: 'SliceExpression';
      readonly start?: TemplateNode;
      readonly stop?: TemplateNode;
      readonly step?: TemplateNode;
    }
  | KeywordNode
  | { readonly type: 'SpreadExpression' | 'KeywordSpreadExpression'; readonly argument: TemplateNode }
  | {
      readonly type: 'Ternary';
      readonly condition: TemplateNode;
      readonly trueExpr: TemplateNode;
      readonly falseExpr: TemplateNode;
    };

export interface IdentifierNode {
  readonly type: 'Identifier';
  readonly value: string;
}

export interface CallNode {
  readonly type: 'CallExpression';
  readonly callee: TemplateNode;
  readonly args: readonly TemplateNode[];
}

interface KeywordNode {
  readonly type: 'KeywordArgumentExpression';
  readonly key: IdentifierNode;
  readonly value: TemplateNode;
}

export type ParameterNode = IdentifierNode | KeywordNode;
