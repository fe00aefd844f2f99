/** What a store on a server of its own knows of that server. */
export interface ServerState {
  /** Whether the server takes writes at this moment; throws StoreError while it is away. */
  takesWrites(): Promise<boolean>;
  /** This program's connections to it: held, of them unused, and callers that wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
}
