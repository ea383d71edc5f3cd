/** `npm start`: serves the API on this machine, at PORT or 8787, with its database in .wrangler/state. */
import { startDevServer } from './dev-server.ts';

const port = Number(process.env['PORT'] ?? 8787);
const server = await startDevServer({ port, state: '.wrangler/state', show: process.stdout });
console.log(
  `Restow is listening on ${server.url}, its API is described at ${server.url}/docs (Ctrl-C stops it)`,
);
await server.ended;
