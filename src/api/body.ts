import type { InputErrors } from '../model/input-error.ts';
import { parseJson } from '../model/json-text.ts';
import { RequestProblem } from './problem.ts';

/** Bytes that a request body may have: 8 MiB. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * The bytes of a JSON request body.
 * @throws RequestProblem `unsupported-media-type`, or `body-too-large` as soon as more bytes are announced or have
 * arrived than allowed. Chunked bodies announce nothing, so both are looked at.
 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  requireJson(request.headers);
  if (Number(request.headers.get('Content-Length')) > MAX_BODY_BYTES) throw tooLarge();
  if (request.body === null) return new Uint8Array(0);
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    length += next.value.byteLength;
    if (length > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
  }
  return joined(pieces, length);
}

function requireJson(headers: Headers): void {
  const [type = '', ...parameters] = (headers.get('Content-Type') ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') {
    const found = type.trim() === '' ? 'It has none.' : `It is ${type.trim().slice(0, 100)}.`;
    throw unsupported(`The Content-Type of the request must be application/json. ${found}`);
  }
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.trim().split('=');
    if (name === 'charset' && value.replaceAll('"', '') !== 'utf-8') {
      throw unsupported('The request body must be UTF-8.');
    }
  }
  const encoding = headers.get('Content-Encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw unsupported('The request body must be sent without a Content-Encoding.');
  }
}

/** RFC 9110 §15.5.16: the answer says which types and codings would do. */
function unsupported(detail: string): RequestProblem {
  return new RequestProblem('unsupported-media-type', detail, {
    headers: { Accept: 'application/json', 'Accept-Encoding': 'identity' },
  });
}

function tooLarge(): RequestProblem {
  return new RequestProblem('body-too-large', `The request body has more than ${MAX_BODY_BYTES} bytes.`);
}

function joined(pieces: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    all.set(piece, end);
    end += piece.byteLength;
  }
  return all;
}

/**
 * What a body says, by a reader of the model.
 * @throws RequestProblem `malformed-json` or `invalid-input` with all that is wrong
 */
export function readInput<Input extends object>(
  body: Uint8Array,
  read: (value: unknown) => Input | InputErrors,
): Input {
  const parsed = parseJson(decode(body));
  if ('errors' in parsed) throw new RequestProblem('malformed-json', summary(parsed), { input: parsed });
  const input = read(parsed.value);
  if ('errors' in input) throw new RequestProblem('invalid-input', summary(input), { input });
  return input;
}

/** The text of a body. A byte order mark is skipped, as RFC 8259 §8.1 allows. */
function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body);
  } catch {
    const fault = { pointer: '', code: 'json-syntax', message: 'The body is not UTF-8.' } as const;
    const input = { errors: [fault], total: 1 };
    throw new RequestProblem('malformed-json', summary(input), { input });
  }
}

function summary({ errors, total }: InputErrors): string {
  const [first] = errors;
  const place = first.pointer === '' ? '' : `${first.pointer}: `;
  return total === 1
    ? `${place}${first.message}`
    : `${total} faults in the request body; the first: ${place}${first.message}`;
}
