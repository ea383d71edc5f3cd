import type { OpenAPIHono, RouteConfig, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import {
  PROBLEM_MEDIA_TYPE,
  Problem,
  type ProblemCode,
  problemExample,
  problemKind,
  RequestProblem,
} from './problem.ts';

/** What a request leaves for its log line and its headers. */
export interface Variables {
  requestId: string;
  /** Whether the plan came out of the database. */
  cache?: 'hit' | 'miss' | 'bypass' | 'unavailable';
  /** Work units spent on this request. */
  work?: number;
  /** Plans of strategies that the exit check rejected in this request. */
  rejected?: number;
}
export type AppEnv = { Variables: Variables };

/**
 * Declares an operation and serves it. Bodies are not validated by zod-openapi: `JSON.parse` drops duplicate keys
 * and rounds long numbers before a schema can see them, so handlers read the body themselves (`body.ts`).
 */
export function operation(
  app: OpenAPIHono<AppEnv>,
  route: RouteConfig & { operationId: string; summary: string; tags: string[] },
  handler: (context: Context<AppEnv>) => Response | Promise<Response>,
): void {
  app.openAPIRegistry.registerPath(route);
  app.on(route.method, route.path.replaceAll(/{(.+?)}/g, ':$1'), (context) => {
    if (route.path.startsWith('/v1/')) refuseParameters(context.req.url);
    return handler(context);
  });
}

/** A misplaced option must not go unnoticed: `?strategy=ilp` would be answered by something else. */
function refuseParameters(url: string): void {
  const [name] = new URL(url).searchParams.keys();
  if (name === undefined) return;
  const shown = name.slice(0, 100);
  throw new RequestProblem(
    'unknown-parameter',
    `This operation takes no query parameters, but there is "${shown}".`,
  );
}

/** A JSON answer, by example. */
export function jsonContent(schema: z.ZodType, example: unknown) {
  return { 'application/json': { schema, example } };
}

/** Problems that only the body of a request can have. */
export const BODY_PROBLEMS = [
  'malformed-json',
  'body-too-large',
  'unsupported-media-type',
  'invalid-input',
] as const satisfies readonly ProblemCode[];

/** The `responses` of an operation that can end in these problems, with an example of each. */
export function problemResponses(...codes: ProblemCode[]): RouteConfig['responses'] {
  const byStatus = Map.groupBy(codes, (code) => problemKind(code).status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      {
        description: kinds.map((code) => problemKind(code).title).join('. '),
        content: {
          [PROBLEM_MEDIA_TYPE]: {
            schema: Problem,
            examples: Object.fromEntries(kinds.map((code) => [code, { value: problemExample(code) }])),
          },
        },
      },
    ]),
  );
}

/** A header of text in a response. */
export function textHeader(description: string, values?: string[]) {
  return { description, schema: { type: 'string' as const, ...(values && { enum: values }) } };
}
