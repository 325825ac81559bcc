const kb = 1024;
const mb = 1024 * kb;

/** Bounds on an uploaded archive. All of them are checked against its directory, before anything is unpacked. */
export interface ArchiveBounds {
  readonly archiveBytes: number;
  /** Number of files and folders. */
  readonly entries: number;
  /** Size of all files, unpacked. */
  readonly bytes: number;
  /** Size of `orrery.yml`, which is read at once in the process that answers requests. */
  readonly settingsBytes: number;
  /** Size of all access tests, which are read in that process as well. */
  readonly testBytes: number;
  /** Size of all model files, which a compilation holds in memory. */
  readonly modelBytes: number;
  /** Number of names in a path. */
  readonly depth: number;
  /** Size of one name in a path, in UTF-8: no common file system takes more. */
  readonly nameBytes: number;
  /** Size of a whole path, in UTF-8. */
  readonly pathBytes: number;
}

export const archiveBounds: ArchiveBounds = {
  archiveBytes: 32 * mb,
  entries: 2_000,
  bytes: 128 * mb,
  settingsBytes: 128 * kb,
  testBytes: 256 * kb,
  modelBytes: 16 * mb,
  depth: 16,
  nameBytes: 255,
  pathBytes: 400,
};
