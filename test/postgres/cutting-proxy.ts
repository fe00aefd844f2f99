import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** Where the connection is cut: before the server has the commit, while it has it, or when it has answered. */
export type Cut = 'before' | 'meanwhile' | 'after';

/** What ends a transaction on the wire: a query of its own, of one word. */
const COMMIT = Buffer.from('COMMIT\0');

/** Stands between a program and a server, and cuts a connection at the commit of a transaction. */
export class CuttingProxy {
  readonly #server: Server;
  #target: number;
  readonly #sockets = new Set<Socket>();
  #armed: { readonly cut: Cut; readonly mark: Buffer; readonly thenTo: number | null } | null = null;
  /** How many connections were cut. */
  cuts = 0;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#serve(client));
  }

  /** Listens on a port of its own, or on a given one, for who wants to reach `target` of 127.0.0.1. */
  static async before(target: number, port = 0): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /**
   * Cuts at the next commit of a transaction in which the program sent the text `mark`; `thenTo`: and leads whoever comes
   * after it to another server.
   */
  arm(cut: Cut, mark: string, thenTo: number | null = null): void {
    this.#armed = { cut, mark: Buffer.from(mark), thenTo };
  }

  /** Leads whoever comes from now on to another server; whoever is there is cut off. */
  turnTo(target: number): void {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(client: Socket): void {
    const server = dial(this.#target, '127.0.0.1');
    let isMarked = false;
    let isAnswerLost = false;
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk: Buffer) => {
      const armed = this.#armed;
      if (armed !== null && chunk.includes(armed.mark)) isMarked = true;
      const commits = chunk.includes(COMMIT);
      if (armed === null || !commits || !isMarked) {
        if (commits) isMarked = false;
        server.write(chunk);
        return;
      }
      this.#armed = null;
      this.cuts += 1;
      this.#target = armed.thenTo ?? this.#target;
      if (armed.cut === 'before') end();
      else if (armed.cut === 'meanwhile') server.end(chunk, () => client.destroy());
      else {
        isAnswerLost = true;
        server.write(chunk);
      }
    });
    server.on('data', (chunk: Buffer) => {
      if (isAnswerLost && chunk.includes(COMMIT)) end();
      else client.write(chunk);
    });
  }
}
