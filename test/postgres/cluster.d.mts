/** Of the role `keyed`; the others need none. */
export const password: string

/** Whom a connection is for and where it leads; further names are parameters of the connection string. */
export interface Where {
  readonly role?: string
  readonly password?: string
  readonly database?: string
  /** Another port than the server's own, a proxy's for instance. */
  readonly at?: number
  readonly application_name?: string
  readonly [parameter: string]: string | number | undefined
}

/** A PostgreSQL server on loopback; see cluster.mjs. */
export interface Cluster {
  readonly port: number
  readonly folder: string
  /** A connection string; for the role `friendtalk` unless it says otherwise. */
  readonly url: (where?: Where) => string
  /** Runs SQL as the superuser unless it says otherwise. */
  readonly query: (
    sql: string,
    options?: Pick<Where, 'role' | 'password' | 'database'> & { readonly values?: readonly unknown[] },
  ) => Promise<Record<string, unknown>[]>
  readonly start: () => Promise<unknown>
  /** `immediate` is what a crash leaves. */
  readonly stop: (mode: 'fast' | 'immediate') => Promise<unknown>
  readonly restart: (mode: 'fast' | 'immediate') => Promise<void>
  /** Makes an empty database that a role owns and returns its name. */
  readonly freshDatabase: (owner?: string) => Promise<string>
  /** Makes a role that may do nothing and returns its name. */
  readonly freshRole: () => Promise<string>
  /** Ends sessions, and returns how many when all of them are over. */
  readonly terminate: (whose?: { readonly application?: string; readonly database?: string }) => Promise<number>
  /** Starts a server that follows this one and only reads. */
  /** Runs a program of the server's package as the user of the server. Rejects with what it says when it fails. */
  readonly program: (name: string, args: readonly string[]) => Promise<{ readonly stdout: string }>
  readonly standby: () => Promise<Cluster>
  readonly remove: () => Promise<void>
}

/** Starts a server. It goes with this process, however that ends; `durable: false` is not for tests that kill it. */
export function startCluster(options?: {
  readonly durable?: boolean
  /** In memory, where there is such a file system, writing through takes no time; or the absolute path of a folder. */
  readonly keptIn?: 'memory' | 'disk' | (string & {})
  /** Further arguments of `initdb`. */
  readonly initdb?: readonly string[]
  readonly settings?: Readonly<Record<string, string | number>>
}): Promise<Cluster>

/** Returns a server that another process started. */
export function attachCluster(at: Pick<Cluster, 'folder' | 'port'>, remove: Cluster['remove']): Cluster
