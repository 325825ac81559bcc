/** A project uploaded for a deployment. It never changes. */
export interface ProjectVersion {
  readonly id: number;
  readonly deploymentId: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** `undefined` when the user is deleted. */
  readonly createdBy: number | undefined;
  /** Message of the user who uploaded it. */
  readonly message: string | undefined;
  /** Hex checksum of the uploaded archive. */
  readonly sha256: string;
  readonly archiveBytes: number;
  readonly fileCount: number;
  /** Size of all files, unpacked. */
  readonly bytes: number;
  /** Whether this version serves. */
  readonly isActive: boolean;
}
