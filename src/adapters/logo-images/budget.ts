import { Malformed } from './xml-text';

/** A limited number of characters, elements or pixels to use up. */
export class Budget {
  constructor(private left: number) {}

  /** @throws Malformed when less than the amount is left */
  take(amount: number): void {
    this.left -= amount;
    if (this.left < 0) throw new Malformed('too much');
  }
}
