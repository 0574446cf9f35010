import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { freePort } from '../fixtures/local-server.ts';

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool'];
const TIMEOUT_MS = 60_000;

/** The Ceph object gateway, an S3-compatible store that people run, over a cluster of one monitor and one store in memory. */
export class ObjectGateway {
  readonly accessKeyId = 'WARYPROOF';
  readonly secretAccessKey = 'proof/secret+key';
  readonly bucket = 'wary-lists';
  readonly #folder = mkdtempSync(join(tmpdir(), 'wary-gateway-'));
  readonly #children: ChildProcess[] = [];
  #gateway: ChildProcess | undefined;
  #port = 0;

  static isInstalled(): boolean {
    return PROGRAMS.every((name) => spawnSync(name, ['--version']).status === 0);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/${this.bucket}`;
  }

  /** Starts it with a user and a bucket that everybody may read. @throws Error when it does not answer in time */
  async start(): Promise<void> {
    const [first, second] = [await freePort(), await freePort()];
    this.#port = await freePort();
    const cluster = randomUUID();
    const monitors = `[v2:127.0.0.1:${first},v1:127.0.0.1:${second}]`;
    for (const name of ['mon', 'osd', 'run']) mkdirSync(this.#path(name));
    writeFileSync(this.#path('ceph.conf'), this.#configuration(cluster, monitors));
    const capabilities = { mon: 'allow *', osd: 'allow *' };
    for (const name of ['mon.', 'client.admin', 'client.rgw', 'osd.0']) {
      const given = Object.entries(capabilities).flatMap(([kind, what]) => ['--cap', kind, what]);
      const create = name === 'mon.' ? ['--create-keyring'] : [];
      this.#run('ceph-authtool', ...create, this.#path('keyring'), '--gen-key', '-n', name, ...given);
    }
    const map = this.#path('monmap');
    this.#run('monmaptool', '--create', '--addv', 'a', monitors, '--fsid', cluster, map);
    this.#run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', this.#path('keyring'));
    this.#spawn('ceph-mon', '-f', '-i', 'a');
    const store = randomUUID();
    this.#run('ceph', 'osd', 'new', store, '0');
    this.#run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store);
    this.#spawn('ceph-osd', '-f', '-i', '0');
    await this.#until('the store in memory', () => this.#run('ceph', 'osd', 'stat').includes('1 up'));
    this.#gateway = this.#spawn('radosgw', '-f', '-n', 'client.rgw');
    await this.#until('the gateway', async () => (await fetch(new URL('/', this.url))).ok);
    const { accessKeyId, secretAccessKey } = this;
    const key = [`--access-key=${accessKeyId}`, `--secret=${secretAccessKey}`];
    this.#run('radosgw-admin', 'user', 'create', '--uid=wary', '--display-name=wary', ...key);
    await this.#put(this.url);
    const read = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${this.bucket}/*` };
    await this.#put(`${this.url}?policy=`, JSON.stringify({ Version: '2012-10-17', Statement: [read] }));
  }

  /** Lets it accept connections and answer nothing, or go on. */
  freeze(): void {
    this.#gateway?.kill('SIGSTOP');
  }
  thaw(): void {
    this.#gateway?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path = (name: string): string => join(this.#folder, name);

  #run(program: string, ...words: string[]): string {
    const settled = ['-c', this.#path('ceph.conf'), ...words];
    return execFileSync(program, settled, {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  #spawn(program: string, ...words: string[]): ChildProcess {
    const child = spawn(program, ['-c', this.#path('ceph.conf'), ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.pipe(createWriteStream(this.#path(`${program}.err`)));
    this.#children.push(child);
    return child;
  }

  async #until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + TIMEOUT_MS;
    while (performance.now() < end) {
      // It refuses connections until it is there.
      const there = await Promise.resolve(holds()).catch(() => false);
      if (there) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`Not there within ${TIMEOUT_MS / 1000} s: ${what}`);
  }

  async #put(url: string, body?: string): Promise<void> {
    const { accessKeyId, secretAccessKey } = this;
    const order = { method: 'PUT', url, accessKeyId, secretAccessKey, service: 's3', ...(body ? { body } : {}) };
    const { headers } = await new AwsV4Signer(order).sign();
    const answer = await fetch(url, { method: 'PUT', headers, ...(body ? { body } : {}) });
    if (!answer.ok) throw new Error(`PUT ${url} was answered ${answer.status}: ${await answer.text()}`);
  }

  #configuration(cluster: string, monitors: string): string {
    return `[global]
fsid = ${cluster}
mon_host = ${monitors}
mon_initial_members = a
public_network = 127.0.0.0/8
cluster_network = 127.0.0.0/8
keyring = ${this.#path('keyring')}
run_dir = ${this.#path('run')}
admin_socket = ${this.#path('run')}/$name.asok
log_file = ${this.#path('$name.log')}
mon_data = ${this.#path('mon')}
mon_data_avail_crit = 1
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
auth_allow_insecure_global_id_reclaim = true
osd_data = ${this.#path('osd')}
osd_objectstore = memstore
memstore_device_bytes = 1073741824
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_crush_chooseleaf_type = 0
rgw_frontends = beast endpoint=127.0.0.1:${this.#port}
`;
  }
}
