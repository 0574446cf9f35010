import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findChromium } from '../../../src/development/install/chromium.ts';

/** The extension as one signed file, also on a server from which a policy installs it. */
export class Package {
  readonly id: string;
  readonly version: string;
  /** The path of the signed file. */
  readonly file: string;
  readonly #server: Server;

  /**
   * @param folder the unpacked extension
   * @param scratch an empty folder for the packed one
   */
  constructor(folder: string, scratch: string) {
    const unpacked = join(scratch, 'wary');
    cpSync(folder, unpacked, { recursive: true });
    const manifestFile = join(unpacked, 'manifest.json');
    // The key in the manifest stands for a signer that is not here; the id is that of the one who signs below.
    const { key: _, ...manifest } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { key: string; version: string };
    writeFileSync(manifestFile, JSON.stringify(manifest));
    const key = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
    const keyFile = join(scratch, 'key.pem');
    writeFileSync(keyFile, key.export({ type: 'pkcs8', format: 'pem' }));
    execFileSync(
      findChromium() ?? 'chromium',
      [
        '--no-sandbox',
        `--user-data-dir=${join(scratch, 'packing')}`,
        `--pack-extension=${unpacked}`,
        `--pack-extension-key=${keyFile}`,
      ],
      { stdio: 'ignore' },
    );
    this.version = manifest.version;
    this.file = `${unpacked}.crx`;
    const crx = readFileSync(this.file);
    this.id = idOf(createPublicKey(key).export({ type: 'spki', format: 'der' }));
    this.#server = createServer(({ url }, response) => {
      if (url?.startsWith('/wary.crx'))
        return void response.writeHead(200, { 'content-type': 'application/x-chrome-extension' }).end(crx);
      const check = `<updatecheck codebase="http://127.0.0.1:${this.#port}/wary.crx" version="${manifest.version}"/>`;
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<?xml version="1.0"?><gupdate xmlns="http://www.google.com/update2/response" protocol="2.0"><app appid="${this.id}">${check}</app></gupdate>`,
        );
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The entry of `ExtensionInstallForcelist` that installs it. */
  get policyEntry(): string {
    return `${this.id};http://127.0.0.1:${this.#port}/update.xml`;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
}

/** The id of an extension: the first half of its signer's hash, its sixteen digits written as `a` to `p`. */
const idOf = (publicKey: Buffer): string =>
  createHash('sha256')
    .update(publicKey)
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
