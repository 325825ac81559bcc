/** Makes names unique: no two differ by letter case alone, and none is longer than `limit`. */
export interface UniqueNames {
  take(wanted: string): string;
}

export function chooseNames(limit: number): UniqueNames {
  const taken = new Set<string>();
  return {
    take(wanted) {
      let name = wanted.slice(0, limit);
      for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
        const suffix = `_${count}`;
        name = wanted.slice(0, limit - suffix.length) + suffix;
      }
      taken.add(name.toLowerCase());
      return name;
    },
  };
}
