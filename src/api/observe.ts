import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { databaseFault } from '../store/fault.ts';
import type { AppEnv } from './operation.ts';
import type { Service } from './service.ts';

/** Gives every request an id and writes one line of log when it is answered. */
export function observe({ log, newId }: Pick<Service, 'log' | 'newId'>): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const request = newId();
    context.set('requestId', request);
    await next();
    context.res.headers.set('Restow-Request-Id', request);
    const { status } = context.res;
    const route = routePath(context, -1);
    log({
      level: status >= 500 ? 'error' : 'info',
      request,
      method: context.req.method,
      route: route === '/*' ? null : route,
      status,
      cache: context.get('cache'),
      work: context.get('work'),
      rejected: context.get('rejected'),
    });
  };
}

/**
 * What may be logged of a fault: what the database said, and where the code was. Any other message may quote the input.
 */
export function faultOf(error: unknown): { fault: string; at?: string } {
  const database = databaseFault(error);
  if (database !== null) return { fault: `database: ${database}` };
  if (!(error instanceof Error)) return { fault: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    fault: error.name,
    at: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' | '),
  };
}
