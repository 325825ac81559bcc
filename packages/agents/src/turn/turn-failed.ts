/** The turn ends without an answer. The message is what clients see: `<Class>: <text>`. */
export class TurnFailed extends Error {
  constructor(kind: 'BadRequestError' | 'TimeoutError' | 'LlmError', text: string, options?: ErrorOptions) {
    super(`${kind}: ${text}`, options);
    this.name = 'TurnFailed';
  }
}
