import { type QueryResult, queryResultOf, type ToolMessage } from '@orrery/client/chat';
import { filledText, settingsOf } from '../../view/index.ts';
import { element } from '../../markup/index.ts';

const texts = {
  working: (what: string) => `${what} …`,
  failed: (what: string) => `${what}: did not work`,
  names: {
    orreryMeta: 'Looked for data',
    orreryDimensionValues: 'Looked up values',
    orreryInstructions: 'Read instructions',
    orreryRemember: 'Remembered something',
  } as Readonly<Record<string, string>>,
  query: 'Ran a query',
} as const;

/** A call of a tool: one line, and behind it the input of the call and its failure. */
export class StepView {
  readonly root = element('details', { className: 'step' });
  readonly #summary = element('summary');
  readonly #body = element('div', { className: 'step-body' });
  #shown: ToolMessage | undefined;

  constructor() {
    this.root.append(this.#summary, this.#body);
  }

  /** @returns the rows that the call found */
  update(message: ToolMessage): QueryResult | undefined {
    const { call, isInProcess } = message;
    const result = queryResultOf(call);
    if (this.#shown === message) return result;
    this.#shown = message;
    const { queryTitle, sqlQuery, searchQuery } = settingsOf(call.input);
    const about = filledText(queryTitle) ?? filledText(searchQuery);
    const isQuery = call.name === 'orrerySqlApi';
    const name = isQuery ? texts.query : Object.hasOwn(texts.names, call.name) ? texts.names[call.name] : call.name;
    const what = about === undefined ? `${name}` : `${name}: ${about}`;
    const failed = call.error !== undefined;
    this.#summary.textContent = isInProcess ? texts.working(what) : failed ? texts.failed(what) : what;
    this.root.classList.toggle('working', isInProcess);
    const statement = filledText(sqlQuery);
    const problem = failed ? [element('p', { className: 'error' }, plainError(call.error ?? ''))] : [];
    const sql = statement === undefined ? [] : [element('pre', {}, element('code', {}, statement))];
    this.#body.replaceChildren(...problem, ...sql);
    this.root.classList.toggle('empty', problem.length + sql.length === 0);
    return result;
  }
}

/** Errors begin with words for programs: `Error: BadRequestError: ...`. */
const plainError = (text: string): string => text.replace(/^(?:Error: )?(?:\w*Error: )?/, '');
