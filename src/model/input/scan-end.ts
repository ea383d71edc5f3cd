import type { InputError } from '../input-error.ts';

/** Thrown inside the scan when it can't go on. */
export class ScanEnd {
  readonly found: InputError;
  constructor(found: InputError) {
    this.found = found;
  }
}
