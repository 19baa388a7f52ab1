/** The business clock. Every business time comes from it, none from SQL's `now()`. */
export interface Clock {
  now(): Date;
}
