/**
 * Values that are present for a while, as a response is until it is sent.
 *
 * A `Set` is not for that: it drops its table whenever the table is full of deleted members, and each dropped table refers to
 * the next one. Once one of them is in V8's old generation, all members of the later ones get there too, although they are
 * deleted, and stay until the whole heap is collected: for responses, everything that belongs to their requests.
 */
export class Present<T> {
  private readonly places: (T | undefined)[] = [];
  private readonly free: number[] = [];

  get size(): number {
    return this.places.length - this.free.length;
  }

  /** @returns removes the value; called once */
  add(value: T): () => void {
    const place = this.free.pop() ?? this.places.length;
    this.places[place] = value;
    return () => {
      this.places[place] = undefined;
      this.free.push(place);
    };
  }

  values(): T[] {
    return this.places.filter((value) => value !== undefined);
  }
}
