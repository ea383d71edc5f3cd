import { join } from 'node:path';

/** The outside data beside the repository, or where RESTOW_SHARED says; it may be absent. */
export const OUTSIDE_DATA = join(
  process.env['RESTOW_SHARED'] ?? join(import.meta.dirname, '../../shared'),
  'data',
);
