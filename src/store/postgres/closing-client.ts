import type { Duplex } from 'node:stream';
import { Client } from 'pg';

/**
 * A client that closes its connection when it could not sign in. Left open, it would keep the program from its end until
 * the server loses patience, after a minute.
 */
export class ClosingClient extends Client {
  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const signedIn = super.connect().then(
      () => this,
      (error: unknown) => {
        const { stream } = (this as unknown as { readonly connection: { readonly stream: Duplex } })
          .connection;
        stream.destroy();
        throw error;
      },
    );
    if (callback === undefined) return signedIn;
    signedIn.then(() => callback(null as unknown as Error), callback);
    return undefined;
  }
}
