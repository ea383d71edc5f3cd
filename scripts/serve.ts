/** `npm start`: serves the API on this machine, at PORT or 8787, with its database in .wrangler/state. */
import { startDevServer } from './dev-server.ts';

const server = await startDevServer({ port: Number(process.env['PORT'] ?? 8787), state: '.wrangler/state' });
console.log(`Restow is listening on ${server.url} (Ctrl-C stops it)`);
await server.ended;
