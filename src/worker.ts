import { env } from 'cloudflare:workers';
import { createApp } from './app.ts';
import { engine } from './engine/workers.ts';
import { explain } from './reasons/explain.ts';
import { solve } from './solver/solve.ts';
import { SOLVER_VERSION } from './solver/version.ts';

const app = createApp({
  db: env.DB,
  solve: (snapshot, options) => solve(snapshot, options, engine, SOLVER_VERSION),
  explain: (question, reasons) => explain(question, reasons, engine, SOLVER_VERSION),
  solverVersion: SOLVER_VERSION,
  assets: env.ASSETS,
  log: (line) => console[line.level](JSON.stringify(line)),
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
});

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
