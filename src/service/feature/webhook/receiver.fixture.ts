import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DELIVERY_HEADER, SIGNATURE_HEADER } from '../../../api/organization/webhook.ts';

export type Delivered = {
  readonly path: string;
  readonly body: string;
  readonly signature: string;
  readonly deliveryId: number;
};

/** For tests: a third-party server that receives deliveries and answers on demand. */
export class Receiver {
  readonly received: Delivered[] = [];
  /** The status of the next answer; 0 cuts the connection. */
  answer: (delivered: Delivered) => number | Promise<number> = () => 204;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const header = (name: string) => String(request.headers[name.toLowerCase()]);
      const delivered = {
        path: request.url ?? '',
        body: await text(request),
        signature: header(SIGNATURE_HEADER),
        deliveryId: Number(header(DELIVERY_HEADER)),
      };
      this.received.push(delivered);
      const status = await this.answer(delivered);
      if (status === 0) response.destroy();
      else response.writeHead(status, status === 302 ? { location: `${this.url}/elsewhere` } : {}).end();
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
