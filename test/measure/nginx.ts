import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../fixtures/local-server.ts';

/** A caching nginx in front of an origin, as an operator would set it up: it keeps what `Cache-Control` lets it keep. */
export class CachingNginx {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wary-nginx-'));
  readonly #origin: number;
  readonly #host: string;
  #process: ChildProcess | undefined;
  #port = 0;

  /** @param host the `Host` that the origin is asked with */
  constructor(origin: number, host: string) {
    this.#origin = origin;
    this.#host = host;
  }

  static isInstalled(): boolean {
    return spawnSync('nginx', ['-v']).status === 0;
  }

  get port(): number {
    return this.#port;
  }

  /** @throws Error with what nginx says when it does not listen within 10 s */
  async start(): Promise<void> {
    this.#port = await freePort();
    mkdirSync(join(this.#folder, 'temporary'));
    const file = join(this.#folder, 'nginx.conf');
    writeFileSync(file, this.#configuration());
    const child = spawn('nginx', ['-p', this.#folder, '-c', file, '-e', 'stderr'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (child.exitCode !== null) break;
      if (await listens(this.#port)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`nginx did not start:\n${said}`);
  }

  async stop(): Promise<void> {
    if (this.#process && this.#process.exitCode === null) {
      const gone = once(this.#process, 'exit');
      this.#process.kill();
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #configuration(): string {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path temporary/${name};`)
      .join('\n  ');
    return `daemon off;
master_process off;
pid nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary}
  proxy_cache_path cache keys_zone=lists:10m max_size=200m;
  upstream origin { server 127.0.0.1:${this.#origin}; keepalive 8; }
  server {
    listen 127.0.0.1:${this.#port};
    location / {
      proxy_pass http://origin;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host ${this.#host};
      proxy_cache lists;
      proxy_cache_key $request_uri;
      proxy_cache_lock on;
      proxy_cache_use_stale updating;
      proxy_cache_background_update on;
    }
  }
}
`;
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
