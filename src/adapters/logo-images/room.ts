import { Malformed } from './xml-text';

/** How much more may be taken: characters, elements or pixels. */
export class Room {
  constructor(private left: number) {}

  /** @throws Malformed when there is not so much left */
  take(amount: number): void {
    this.left -= amount;
    if (this.left < 0) throw new Malformed('too much');
  }
}
