/** `npm start`: serves the API on this machine, at PORT or 8787, with its database in .wrangler/state. */
import { isFree, startDevServer } from './dev-server.ts';

const port = Number(process.env['PORT'] ?? 8787);
if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
  console.error(`PORT is ${process.env['PORT']}: not a number from 1 to 65535`);
  process.exit(2);
}
if (!(await isFree(port))) {
  console.error(`port ${port} is taken; choose another: PORT=8788 npm start`);
  process.exit(1);
}
const server = await startDevServer({ port, state: '.wrangler/state', show: process.stdout });
console.log(
  `Restow is listening on ${server.url}, its API is described at ${server.url}/docs (Ctrl-C stops it)`,
);
await server.ended;
