import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES, readBody, readInput } from '../../src/api/body.ts';
import { RequestProblem } from '../../src/api/problem.ts';

function post(body: RequestInit['body'], headers: Record<string, string> = {}): Request {
  return new Request('http://restow.test/', {
    method: 'POST',
    body: body ?? null,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

async function problemOf(action: () => unknown): Promise<RequestProblem> {
  try {
    await action();
  } catch (error) {
    if (error instanceof RequestProblem) return error;
    throw error;
  }
  throw new Error('no problem');
}

/** `size` bytes in pieces of 64 KiB, none of which is announced. */
function stream(size: number, onPull: () => void = () => undefined): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      onPull();
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(Math.min(left, 65_536)).fill(0x20));
      left -= 65_536;
    },
  });
}

describe('the limit of a body', () => {
  test('a body of exactly 8 MiB is read, announced or not', async () => {
    expect((await readBody(post(new Uint8Array(MAX_BODY_BYTES)))).byteLength).toBe(MAX_BODY_BYTES);
    expect((await readBody(post(stream(MAX_BODY_BYTES)))).byteLength).toBe(MAX_BODY_BYTES);
  });

  test('one byte more is refused, announced or not', async () => {
    for (const body of [new Uint8Array(MAX_BODY_BYTES + 1), stream(MAX_BODY_BYTES + 1)]) {
      expect((await problemOf(() => readBody(post(body)))).code).toBe('body-too-large');
    }
  });

  test('a length that is announced too large is refused unread', async () => {
    let pulls = 0;
    const body = stream(MAX_BODY_BYTES, () => pulls++);
    const before = pulls;
    const problem = await problemOf(() => readBody(post(body, { 'Content-Length': '8388609' })));
    expect(problem.code).toBe('body-too-large');
    expect(pulls).toBeLessThanOrEqual(before + 1);
  });

  test('an endless body is dropped at the limit', async () => {
    let pulls = 0;
    const problem = await problemOf(() => readBody(post(stream(Number.POSITIVE_INFINITY, () => pulls++))));
    expect(problem.code).toBe('body-too-large');
    expect(pulls).toBeLessThan(140);
  });

  test('no body at all is an empty one', async () => {
    expect((await readBody(post(null))).byteLength).toBe(0);
  });
});

describe('the type of a body', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
  ])('%s is read', async (type) => {
    expect((await readBody(post('{}', { 'Content-Type': type }))).byteLength).toBe(2);
  });

  test.each([
    ['text/plain', { 'Content-Type': 'text/plain' }],
    ['a form, as curl sends it', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['no type', { 'Content-Type': '' }],
    ['a compressed body', { 'Content-Encoding': 'gzip' }],
  ])('%s is refused, and the answer says what would do', async (_name, headers) => {
    const problem = await problemOf(() => readBody(post('{}', headers)));
    expect(problem.code).toBe('unsupported-media-type');
    expect(problem.headers).toMatchObject({ Accept: 'application/json' });
  });
});

describe('what a body says', () => {
  const encoder = new TextEncoder();
  const same = (value: unknown) => ({ value });

  test('a reader gets the value, behind a byte order mark as well', () => {
    expect(readInput(encoder.encode('\uFEFF[1]'), same)).toEqual({ value: [1] });
  });

  test('bytes that are no UTF-8 are malformed, with the error in the list', async () => {
    const problem = await problemOf(() => readInput(new Uint8Array([0x22, 0xff, 0x22]), same));
    expect(problem.code).toBe('malformed-json');
    expect(problem.input).toMatchObject({ errors: [{ pointer: '', code: 'json-syntax' }], total: 1 });
  });

  test('what the grammar refuses is malformed, what the reader refuses is invalid', async () => {
    const refuse = () => ({
      errors: [{ pointer: '', code: 'type' as const, message: 'not that' }],
      total: 7,
    });
    expect((await problemOf(() => readInput(encoder.encode('{'), same))).code).toBe('malformed-json');
    const problem = await problemOf(() => readInput(encoder.encode('{}'), refuse));
    expect(problem.code).toBe('invalid-input');
    expect(problem.detail).toBe('7 faults in the request body; the first: not that');
  });
});
