import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

const CONNECT = 1;
const ADDRESS = { ipv4: 1, name: 3, ipv6: 4 } as const;
const NO_PASSWORD = Buffer.from([5, 0]);
const CONNECTED = Buffer.from([5, 0, 0, ADDRESS.ipv4, 0, 0, 0, 0, 0, 0]);
const UNREACHABLE = Buffer.from([5, 4, 0, ADDRESS.ipv4, 0, 0, 0, 0, 0, 0]);

/** Takes the connections of Firefox (SOCKS 5, RFC 1928) to ports of this machine: Firefox has no switch that maps host names to ports. */
export class SocksProxy {
  readonly #portOf: (host: string) => number | null;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  /** @param portOf the port for a host; null refuses the connection */
  constructor(portOf: (host: string) => number | null) {
    this.#portOf = portOf;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #serve(socket: Socket): void {
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket)).on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(NO_PASSWORD);
      socket.once('data', (asked) => this.#connect(socket, asked));
    });
  }

  #connect(socket: Socket, asked: Buffer): void {
    const host = asked[1] === CONNECT ? hostOf(asked) : null;
    const port = host === null ? null : this.#portOf(host);
    if (port === null) return void socket.end(UNREACHABLE);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write(CONNECTED);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }
}

/** The host of a request to connect (RFC 1928 section 4); null for an IPv6 address, which no test uses. */
function hostOf(asked: Buffer): string | null {
  if (asked[3] === ADDRESS.name) return asked.toString('ascii', 5, 5 + asked[4]!);
  return asked[3] === ADDRESS.ipv4 ? [...asked.subarray(4, 8)].join('.') : null;
}
