const kb = 1024;
const mb = 1024 * kb;

/** What an uploaded archive may be. All of it is known from its directory, before anything is unpacked. */
export interface ArchiveBounds {
  readonly archiveBytes: number;
  /** Files and folders together. */
  readonly entries: number;
  /** Of all files, unpacked. */
  readonly bytes: number;
  /** Of `orrery.yml`, which is read at once, where requests are answered. */
  readonly settingsBytes: number;
  /** Of all access tests, which are read there as well. */
  readonly testBytes: number;
  /** Of all model files, which a compilation holds. */
  readonly modelBytes: number;
  /** Names in a path. */
  readonly depth: number;
  /** Of one name in a path, as UTF-8: no common file system takes more. */
  readonly nameBytes: number;
  /** Of a whole path, as UTF-8. */
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
