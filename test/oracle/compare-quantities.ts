import { MAX_UNITS, parseQuantity, unitsOf } from '../../src/model/quantity.ts';
import { type Random, random } from '../generate/random.ts';
import type { Asked } from './program.ts';
import type { Report } from './report.ts';

/** What `resource.ParseQuantity` makes of a text. */
interface Answer {
  readonly error?: string;
  /** A plain decimal. */
  readonly exact?: string;
  readonly value?: string;
  readonly milli?: string;
}

const SUFFIXES = ['', '', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const ALPHABET = '0123456789.+-eEinumkKMGTP ';
const NANO = 1_000_000_000n;

/** Texts by the grammar of quantities, and the same with a character changed, left out or put in. */
export function* quantityQuestions(seed: number, texts: number, report: Report): Generator<Asked<Answer[]>> {
  const draw = random(seed);
  const batch = 500;
  for (let i = 0; i < texts; i += batch) {
    const quantities = Array.from({ length: batch }, () => drawText(draw));
    yield {
      question: { kind: 'quantities', quantities },
      compare: (answers) => {
        for (const [at, theirs] of answers.entries()) compareOne(quantities[at], theirs, report);
      },
    };
  }
}

function compareOne(text: string, theirs: Answer, report: Report): void {
  const nano = parseQuantity(text);
  const exact = theirs.exact === undefined ? null : nanoOf(theirs.exact);
  if (nano === null && exact !== null) {
    const isBeyond = exact >= MAX_UNITS * NANO || exact <= -MAX_UNITS * NANO;
    const meant = isBeyond
      ? 'a quantity beyond 2^63 - 1 is refused, where Go wraps round or caps'
      : !/\d/.test(text.split(/[eE]/)[0]) && 'a quantity without a digit is refused, where Go reads 0';
    if (meant) {
      report.means(meant);
      return;
    }
  }
  // Only what is below zero is rounded the other way; nothing requests it.
  const isSame = nano === exact || (nano !== null && exact !== null && nano <= 0n && nano - exact === 1n);
  const fits = nano !== null && exact !== null && exact >= 0n && nano <= MAX_UNITS * (NANO / 1000n);
  const counts = fits ? { value: unitsOf('memory', nano), milli: unitsOf('cpu', nano) } : undefined;
  const sameCounts =
    counts === undefined || (String(counts.value) === theirs.value && String(counts.milli) === theirs.milli);
  report.same(isSame && sameCounts, () => ({ text, nano: String(nano), theirs }));
  if (nano !== null) report.count('quantities that are valid');
}

/** Billionths of a plain decimal of at most nine places. */
function nanoOf(decimal: string): bigint {
  const [whole, fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
}

function drawText(draw: Random): string {
  let text = drawValid(draw);
  const changes = draw.chance(0.35) ? draw.int(1, 2) : 0;
  for (let i = 0; i < changes; i++) {
    const at = draw.int(0, text.length);
    const kept = draw.chance(0.5) ? 0 : 1;
    text = text.slice(0, at) + (draw.chance(0.7) ? draw.pick([...ALPHABET]) : '') + text.slice(at + kept);
  }
  // Go writes out the zeros of an exponent, however many.
  return /[eE][+-]?\d{4}/.test(text) ? drawText(draw) : text;
}

function drawValid(draw: Random): string {
  const digits = (most: number) => Array.from({ length: draw.int(1, most) }, () => draw.int(0, 9)).join('');
  const sign = draw.chance(0.85) ? '' : draw.pick(['+', '-']);
  const whole = digits(draw.pick([2, 4, 4, 10, 20]));
  const number = draw.pick([
    whole,
    whole,
    `${whole}.${digits(draw.pick([2, 4, 12]))}`,
    `.${digits(6)}`,
    `${whole}.`,
  ]);
  if (draw.chance(0.2))
    return `${sign}${number}${draw.pick(['e', 'E'])}${draw.pick(['', '+', '-'])}${draw.int(0, 25)}`;
  return sign + number + draw.pick(SUFFIXES);
}
