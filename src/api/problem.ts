import { z } from '@hono/zod-openapi';
import { InputError, type InputErrors } from '../model/input-error.ts';

/**
 * Errors as RFC 9457 problem details. A problem's `type` never changes its meaning and leads to its
 * description on /docs/problems.
 */

export const PROBLEM_CODES = [
  'malformed-json',
  'unknown-parameter',
  'not-found',
  'method-not-allowed',
  'body-too-large',
  'unsupported-media-type',
  'invalid-input',
  'internal-error',
  'database-unavailable',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** What every problem of a kind has in common; `about` is for people. */
interface ProblemKind {
  status: 400 | 404 | 405 | 413 | 415 | 422 | 500 | 503;
  title: string;
  about: string;
  /** A `detail` as it may read, for the API's description. */
  example: string;
}

export function problemKind(code: ProblemCode): ProblemKind {
  switch (code) {
    case 'malformed-json':
      return {
        status: 400,
        title: 'The request body is not the JSON we accept',
        about:
          'The body breaks the grammar of JSON, is not UTF-8, or has a duplicate key, a number that cannot be read exactly, or too deep a nesting. `errors` says where.',
        example: 'line 2, column 16: expected a value, found "]"',
      };
    case 'unknown-parameter':
      return {
        status: 400,
        title: 'Unknown query parameter',
        about: 'Operations of /v1 take no query parameters. Options of a question are part of its body.',
        example: 'This operation takes no query parameters, but there is "strategy".',
      };
    case 'not-found':
      return {
        status: 404,
        title: 'Not found',
        about: 'There is nothing at this address.',
        example: 'There is no plan pln_0.',
      };
    case 'method-not-allowed':
      return {
        status: 405,
        title: 'Method not allowed',
        about: 'The address exists but not for this method. The header `Allow` lists the methods it has.',
        example: 'DELETE is not a method of /v1/plans.',
      };
    case 'body-too-large':
      return {
        status: 413,
        title: 'The request body is too large',
        about:
          'A request body may have 8 MiB (8,388,608 bytes). Replicas as counts per node take the least room.',
        example: 'The request body has more than 8388608 bytes.',
      };
    case 'unsupported-media-type':
      return {
        status: 415,
        title: 'Unsupported media type',
        about: 'Bodies are sent as `Content-Type: application/json`, in UTF-8, without a `Content-Encoding`.',
        example: 'The Content-Type of the request must be application/json. It is text/plain.',
      };
    case 'invalid-input':
      return {
        status: 422,
        title: 'The request body is not valid',
        about:
          'The body is JSON, but not what the operation takes. `errors` has the first 100 faults in document order, each with a JSON pointer and a stable code; `total` counts them all.',
        example: '2 faults in the request body; the first: nodes[0]: "name" is missing',
      };
    case 'internal-error':
      return {
        status: 500,
        title: 'Internal error',
        about: 'A fault of the service. `instance` identifies the request in its logs.',
        example: 'The service failed to answer. Please report the instance.',
      };
    case 'database-unavailable':
      return {
        status: 503,
        title: 'The database is unavailable',
        about:
          'Stored plans cannot be read just now; try again after `Retry-After` seconds. Posting a question works without the database.',
        example: 'Stored plans cannot be read just now.',
      };
  }
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

export function problemType(code: ProblemCode): string {
  return `/docs/problems#${code}`;
}

export const Problem = z
  .strictObject({
    type: z
      .enum(PROBLEM_CODES.map(problemType))
      .describe('Stable name of the kind of problem: a relative URI.'),
    title: z.string().describe('The kind of problem in words. The same for every problem of its type.'),
    status: z.int().describe('The HTTP status.'),
    detail: z.string().describe('What is wrong with this request.'),
    instance: z.string().optional().describe('Names this occurrence, for a report: a URN of the request id.'),
    errors: z
      .array(InputError)
      .optional()
      .describe('Of malformed-json and invalid-input: the first 100 faults, in document order.'),
    total: z
      .int()
      .optional()
      .describe('Of malformed-json and invalid-input: how many faults there are in all.'),
  })
  .meta({ id: 'Problem', description: 'An error (RFC 9457 problem details).' });
export type Problem = z.infer<typeof Problem>;

/** A request that ends in a problem. Thrown by whoever finds out, answered by `app.onError`. */
export class RequestProblem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly input: InputErrors | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { input?: InputErrors; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(`${code}: ${detail}`, { cause: more.cause });
    this.name = 'RequestProblem';
    this.code = code;
    this.detail = detail;
    this.input = more.input;
    this.headers = more.headers ?? {};
  }
}

/** The body of a problem. Errors of the input are listed when there are any. */
export function problemBody(code: ProblemCode, detail: string, input?: InputErrors): Problem {
  const { status, title } = problemKind(code);
  const problem = { type: problemType(code), title, status, detail };
  return input ? { ...problem, errors: input.errors, total: input.total } : problem;
}

/** A problem as it may look, for the API's description. */
export function problemExample(code: ProblemCode): Problem {
  const body = problemBody(code, problemKind(code).example);
  if (code === 'internal-error')
    return { ...body, instance: 'urn:uuid:6f1c2b1e-8a53-4f7e-9c39-2d3a1b0c4d5e' };
  const fault =
    code === 'malformed-json'
      ? EXAMPLE_FAULTS.syntax
      : code === 'invalid-input'
        ? EXAMPLE_FAULTS.input
        : null;
  return fault ? { ...body, errors: fault, total: fault.length } : body;
}

const EXAMPLE_FAULTS = {
  syntax: [{ pointer: '', code: 'json-syntax', message: 'line 2, column 16: expected a value, found "]"' }],
  input: [
    { pointer: '/snapshot/nodes/0', code: 'required', message: 'nodes[0]: "name" is missing' },
    { pointer: '/options/maxSlots', code: 'range', message: 'maxSlots: -1 is less than 0' },
  ],
} satisfies Record<string, InputError[]>;

export function problemResponse(body: Problem, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'Content-Type': PROBLEM_MEDIA_TYPE, 'Cache-Control': 'no-store', ...headers },
  });
}
