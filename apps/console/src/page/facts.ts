/** The facts of a page that the server writes into its HTML. */
export interface PageFacts {
  /** Path of the public address, without a slash at the end; empty at the root. */
  readonly basePath: string;
  /** The public address as it was set, with its path; absent: none was. */
  readonly publicUrl?: string;
  /** Path of the Data API below a deployment. */
  readonly dataPath: string;
  /** Whether the server has printed an address that signs somebody in. */
  readonly hasStartKey: boolean;
  /** The port for clients of PostgreSQL; absent: it is off. */
  readonly sqlPort?: {
    readonly port: number;
    /** Whether connections are encrypted. */
    readonly hasTls: boolean;
  };
  /** Present in a frame of somebody else's page, where the application is of a viewer in creator mode. */
  readonly app?: {
    readonly deploymentId: number;
    /** `*`, or the origins whose pages may show it. */
    readonly frameOrigins: readonly string[];
  };
}

function readFacts(): PageFacts {
  const text = document.getElementById('orrery-page')?.textContent;
  if (!text) throw new Error('the page has no facts');
  return JSON.parse(text) as PageFacts; // as the server writes it
}

export const facts = readFacts();
