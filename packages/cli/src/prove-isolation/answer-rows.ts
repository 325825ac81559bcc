export type AnswerRows = readonly (readonly unknown[])[];

/** The rows of an answer, in any of its formats. */
export type Data =
  | readonly Readonly<Record<string, unknown>>[]
  | { readonly members: readonly string[]; readonly dataset: AnswerRows }
  | { readonly members: readonly string[]; readonly columns: AnswerRows };

export type LoadedAnswer =
  | { readonly status: number; readonly words: string }
  | { readonly rows: (names: readonly string[]) => AnswerRows; readonly cells: (name: string) => readonly unknown[] };

export function rowsIn(data: Data) {
  const cells = (name: string): readonly unknown[] => {
    if (!('members' in data)) return data.map((row) => row[name] ?? null);
    const at = data.members.indexOf(name);
    return 'columns' in data ? (data.columns[at] ?? []) : data.dataset.map((row) => row[at] ?? null);
  };
  const rows = (names: readonly string[]): AnswerRows => {
    const columns = names.map(cells);
    return (columns[0] ?? []).map((_, at) => columns.map((column) => column[at] ?? null));
  };
  return { rows, cells };
}
