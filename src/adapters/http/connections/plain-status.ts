import { STATUS_CODES } from 'node:http';

/** An error that is answered without an envelope: the status text as `text/plain` (408, 413, 415 …). */
export class PlainStatus extends Error {
  constructor(readonly status: number) {
    super(STATUS_CODES[status]);
    this.name = 'PlainStatus';
  }
}
