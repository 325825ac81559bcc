/** A run cannot go on, and another attempt would not help. The message is what its users read. */
export class RunStopped extends Error {}
