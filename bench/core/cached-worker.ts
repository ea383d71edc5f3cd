import { env } from 'cloudflare:workers';
import { readBody, readInput } from '../../src/api/body.ts';
import { sha256 } from '../../src/model/canonical.ts';
import { readQuestion } from '../../src/model/read-question.ts';
import worker from '../../src/worker.ts';

/**
 * The Worker with one more route, /bare: it parses, validates and hashes the body as a service without a cache must, and
 * answers with the bytes that were last put there. `cached.ts` compares a cached answer with it.
 */
let answer = '';

export default {
  async fetch(request, _env, context) {
    if (new URL(request.url).pathname !== '/bare') return worker.fetch(request, env, context);
    if (request.method === 'PUT') {
      answer = await request.text();
      return new Response(null, { status: 204 });
    }
    const body = await readBody(request);
    readInput(body, readQuestion);
    const digest = await sha256(body);
    return new Response(answer, { headers: { 'Content-Type': 'application/json', ETag: `"${digest}"` } });
  },
} satisfies ExportedHandler<Env>;
