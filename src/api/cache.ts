import { faultOf } from './observe.ts';
import type { Service } from './service.ts';

/** The database as a cache: what breaks in it costs the cache and never the answer. */
export interface Cache {
  /** Whether the database is bound and has answered all that it was asked in this request. */
  readonly isUp: boolean;
  /** What the query gives, or null once the database has failed: it is then not asked again in this request. */
  ask<T>(query: (db: D1Database) => Promise<T>): Promise<T | null>;
}

export function openCache({ db, log }: Pick<Service, 'db' | 'log'>, request: string): Cache {
  let isUp = db !== undefined;
  return {
    get isUp() {
      return isUp;
    },
    async ask(query) {
      if (!isUp || db === undefined) return null;
      try {
        return await query(db);
      } catch (error) {
        isUp = false;
        log({ level: 'warn', request, ...faultOf(error) });
        return null;
      }
    },
  };
}
