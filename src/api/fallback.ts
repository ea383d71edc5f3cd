import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { faultOf } from './observe.ts';
import type { AppEnv } from './operation.ts';
import { problemBody, problemResponse, RequestProblem } from './problem.ts';
import type { Service } from './service.ts';

/**
 * Answers what no operation answers: other methods of a known address, unknown addresses, errors. To be called when
 * all operations are in place.
 */
export function answerTheRest(app: OpenAPIHono<AppEnv>, { log }: Pick<Service, 'log'>): void {
  for (const [path, allow] of allowedMethods(app)) {
    app.all(path, (context) => {
      if (context.req.method === 'OPTIONS')
        return new Response(null, { status: 204, headers: { Allow: allow } });
      const detail = `${context.req.method} is not a method of ${context.req.path.slice(0, 200)}.`;
      return problemResponse(problemBody('method-not-allowed', detail), { Allow: allow });
    });
  }
  app.notFound((context) =>
    problemResponse(problemBody('not-found', `There is nothing at ${context.req.path.slice(0, 200)}.`)),
  );
  app.onError((error, context) => {
    if (error instanceof RequestProblem) {
      if (error.cause) log({ level: 'error', request: context.get('requestId'), ...faultOf(error.cause) });
      return problemResponse(problemBody(error.code, error.detail, error.input), error.headers);
    }
    return internalError(error, context, log);
  });
}

/** What the service must not show, its log does. */
function internalError(error: Error, context: Context<AppEnv>, log: Service['log']): Response {
  const request = context.get('requestId');
  log({ level: 'error', request, ...faultOf(error) });
  const body = problemBody('internal-error', 'The service failed to answer. Please report the instance.');
  return problemResponse({ ...body, instance: `urn:uuid:${request}` });
}

/** For each address the value of its `Allow` header. Hono answers HEAD wherever there is a GET. */
function allowedMethods(app: OpenAPIHono<AppEnv>): Map<string, string> {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue;
    const known = methods.get(path) ?? new Set();
    known.add(method);
    if (method === 'GET') known.add('HEAD');
    methods.set(path, known);
  }
  return new Map([...methods].map(([path, known]) => [path, [...known, 'OPTIONS'].join(', ')]));
}
