/** The user stopped the run. */
export class RunAborted extends Error {
  constructor() {
    super('the run was aborted');
    this.name = 'RunAborted';
  }
}

/** The node ends, and the run could not finish in time. */
export class NodeEnds extends Error {
  constructor() {
    super('the node ends');
    this.name = 'NodeEnds';
  }
}

/** Another node has ended the run, or its thread was deleted: nothing may be written for it any more. */
export class RunLost extends Error {
  constructor() {
    super('the run belongs to this node no longer');
    this.name = 'RunLost';
  }
}

/** The message to clients of a run whose node ended before it did. */
export const interruptedText =
  'ServiceUnavailableError: The run was interrupted. Send the same message again to repeat it';
