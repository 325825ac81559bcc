/** A project that was uploaded for a deployment. It never changes. */
export interface ProjectVersion {
  readonly id: number;
  readonly deploymentId: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** `undefined`: somebody who is gone. */
  readonly createdBy: number | undefined;
  /** What whoever uploaded it says of it. */
  readonly message: string | undefined;
  /** Of the archive as it was uploaded, hex. */
  readonly sha256: string;
  readonly archiveBytes: number;
  readonly fileCount: number;
  /** Of all files, unpacked. */
  readonly bytes: number;
  /** Whether it is the one that serves. */
  readonly isActive: boolean;
}
