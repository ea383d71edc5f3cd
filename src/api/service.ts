import type { Options } from '../model/options.ts';
import type { Plan } from '../model/plan.ts';
import type { Question } from '../model/read-question.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Explained } from '../reasons/explain.ts';
import type { ReasonsRequest } from '../reasons/explanation.ts';

/** What the API is given from outside, so that it runs in workerd, in Node and in tests alike. */
export interface Service {
  /** Undefined where no database is bound: every plan is solved, none is stored. */
  db: D1Database | undefined;
  /** The solver on an engine of this runtime; `rejected` are plans that the exit check did not let through. */
  solve(snapshot: Snapshot, options: Options): Promise<{ plan: Plan; rejected: readonly unknown[] }>;
  /** The same, with reasons why a plan does not do more. */
  explain(question: Question, reasons: ReasonsRequest): Promise<Explained>;
  /** Version of everything a plan depends on but the question. Part of the cache's key. */
  solverVersion: string;
  /** Swagger UI's files, under /swagger-ui/. */
  assets: { fetch(request: Request): Promise<Response> };
  /** Takes one line of structured log. */
  log(line: LogLine): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** A random UUID. */
  newId(): string;
}

/** One line of log: what happened, never what was sent. */
export interface LogLine {
  level: 'info' | 'warn' | 'error';
  request: string;
  [field: string]: string | number | null | undefined;
}

/** The only tenant until there are keys. */
export const TENANT = 'local';
