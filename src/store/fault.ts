import { DrizzleQueryError } from 'drizzle-orm';

/**
 * What the database said of its fault, or null when the error is none of its. Drizzle's own message is left out: it
 * holds the statement's parameters, which are people's plans.
 */
export function databaseFault(error: unknown): string | null {
  if (error instanceof DrizzleQueryError) return error.cause?.message ?? 'unknown';
  if (error instanceof Error && error.message.startsWith('D1_')) return error.message;
  return null;
}
