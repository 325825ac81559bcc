/** A file whose values cannot be read without changing them. The message names file, column and row where it can. */
export class FileRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileRefused';
  }
}
