import { z } from 'zod';
import type { ShownResult } from '../numbers/evidence.ts';
import type { QueryOfAnswer, Turn } from '../turn.ts';
import { ToolRefused } from './tool-error.ts';

/** The result of a tool call. */
export interface ToolOutcome {
  /** JSON, as clients get it. */
  readonly result: object;
  /** More words for the model. */
  readonly note?: string;
  /** The query that the result is of, where it is known how its rows came about. */
  readonly query?: QueryOfAnswer;
  /** The values in which the numbers of an answer are looked up. */
  readonly shown?: {
    readonly result?: ShownResult;
    readonly statement?: string;
    readonly descriptions?: readonly string[];
    readonly counts?: readonly number[];
  };
}

/** A result of the same thread that a query may be a follow-up of. */
export interface EarlierResult {
  readonly uuid: string;
  readonly vegaSpec?: string | undefined;
}

export interface ToolContext {
  readonly turn: Turn;
  readonly signal: AbortSignal;
  /** Results of the thread so far. */
  readonly earlier: readonly EarlierResult[];
  readonly newId: () => string;
}

/** A tool of the model. It acts with the rights of the caller of the turn, through `turn.data` alone. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON schema. */
  readonly inputSchema: object;
  /** @throws ToolRefused for an input that is not right, what the data answers; the loop tells the model */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
  /** The input as its records show it: with what the tool chooses before it runs. */
  shownInput?(input: unknown, context: ToolContext): Promise<unknown>;
}

interface ToolParts<Input> extends Omit<Tool, 'inputSchema' | 'run' | 'shownInput'> {
  readonly schema: z.ZodType<Input>;
  run(input: Input, context: ToolContext): Promise<ToolOutcome>;
  shownInput?(input: Input, context: ToolContext): Promise<Input>;
}

/** Makes a tool whose input is read by its schema; all faults of an input are reported. */
export function toolOf<Input>({ name, description, schema, run, shownInput }: ToolParts<Input>): Tool {
  return {
    name,
    description,
    inputSchema: z.toJSONSchema(schema),
    run: async (input, context) => {
      const read = schema.safeParse(input);
      if (read.success) return run(read.data, context);
      const faults = read.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
      throw new ToolRefused(`The input of ${name} is not right: ${faults.slice(0, 10).join('; ')}`);
    },
    ...(shownInput
      ? {
          shownInput: async (input: unknown, context: ToolContext) => {
            const read = schema.safeParse(input);
            return read.success ? shownInput(read.data, context) : input;
          },
        }
      : {}),
  };
}
