/** The Worker and its database on this machine: wrangler with an embedded SQLite. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
const env = {
  ...process.env,
  // The build command in wrangler.toml must find the Node of node_modules, too.
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  // Instead of below the home folder.
  WRANGLER_LOG_PATH: join(root, 'node_modules/.cache/wrangler/logs'),
  WRANGLER_REGISTRY_PATH: join(root, 'node_modules/.cache/wrangler/registry'),
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface DevServer {
  url: string;
  /** Everything printed so far. */
  log(): string;
  /** Rejects when the server ends by itself. */
  ended: Promise<never>;
  stop(): Promise<void>;
}

/**
 * Applies the migrations to the database in `state` and serves it on `port`. Wrangler leaves its children behind when
 * it is killed alone, so it gets a process group of its own, which never outlives this process.
 */
export async function startDevServer(options: {
  port: number;
  state: string;
  /** Another entry than the one in wrangler.toml. */
  main?: string;
  /** Gets what the server prints, a line for every request and more. Without it only warnings are kept, in the log. */
  show?: NodeJS.WritableStream;
}): Promise<DevServer> {
  const { port, state, main, show } = options;
  const migration = new Wrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', state]);
  if ((await migration.exit) !== 0) throw new Error(`the migrations failed\n${migration.log}`);

  const inspectorPort = await freePort();
  const args = [
    ...['dev', ...(main === undefined ? [] : [main]), '--ip', '127.0.0.1', '--port', String(port)],
    ...['--inspector-port', String(inspectorPort), '--persist-to', state],
    ...['--log-level', show ? 'info' : 'warn', '--show-interactive-dev-session=false'],
  ];
  const dev = new Wrangler(args, show);
  const ended = dev.exit.then((code) => {
    throw new Error(`wrangler ended with code ${code}\n${dev.log}`);
  });
  ended.catch(() => undefined);
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([answers(`${url}/healthz`), ended]);
  return { url, log: () => dev.log, ended, stop: () => dev.stop() };
}

class Wrangler {
  /** Everything printed so far that was not shown. */
  log = '';
  readonly exit: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(args: string[], show?: NodeJS.WritableStream) {
    const child = spawn(process.execPath, [wrangler, ...args], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        if (show) show.write(data);
        else this.log += String(data);
      });
    }
    const kill = () => this.#signal('SIGKILL');
    process.once('exit', kill);
    const stopAndExit = (_name: string, number: number) => this.stop().then(() => process.exit(128 + number));
    for (const signal of signals) process.once(signal, stopAndExit);
    this.exit = once(child, 'exit').then(([code]) => {
      kill();
      process.off('exit', kill);
      for (const signal of signals) process.off(signal, stopAndExit);
      return code;
    });
  }

  /** Asks the group to end, and ends it when it does not within five seconds. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    await Promise.race([this.exit, setTimeout(5000, undefined, { ref: false })]);
    this.#signal('SIGKILL');
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // Nothing of the group is left.
    }
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  const free = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]).catch(() => false);
  server.close();
  return free;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return address.port;
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await setTimeout(200);
  }
  throw new Error(`${url} does not answer`);
}
