import { z } from 'zod';
import { parseMoney } from './decimal.ts';
import { parseQuantity } from './quantity.ts';

/** Amounts in the public formats. */

export const Quantity = z
  .union([z.string(), z.number()])
  .refine((value) => (parseQuantity(value) ?? -1n) >= 0n, 'not a Kubernetes quantity of zero or more')
  .meta({
    id: 'Quantity',
    description:
      'A Kubernetes quantity of zero or more: "500m", "16Gi", "1.5", 2. cpu counts in milli-cores, everything else in whole units, rounded up. Numbers of more than 15 digits must be strings.',
    type: ['string', 'number'],
    examples: ['500m', '16Gi', 2],
  });

export const Money = z
  .union([z.string(), z.number()])
  .refine(
    (value) => (parseMoney(value) ?? -1n) >= 0n,
    'not a plain decimal of zero or more, of at most 12 digits before and after the point',
  )
  .meta({
    id: 'Money',
    description:
      'An exact amount of money in the currency of the snapshot, as a plain decimal. Numbers of more than 15 digits must be strings.',
    type: ['string', 'number'],
    examples: ['0.192', 10],
  });
