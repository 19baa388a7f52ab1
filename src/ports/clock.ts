/** The business clock. Every business time comes from here, none from SQL's `now()`. */
export interface Clock {
  now(): Date;
}
