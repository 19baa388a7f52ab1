/**
 * A set of values that are added and removed all the time, such as the responses that are not sent yet. The places of
 * removed values are used again.
 *
 * A `Set` would keep removed values in memory: V8 replaces its table when the table is full of deleted members, and a
 * replaced table refers to its successor. Once one of these tables is in the old generation of V8's heap, all later
 * ones get there too with their deleted members, such as responses with everything that belongs to their requests. They
 * stay until the whole heap is collected.
 */
export class ActiveSet<T> {
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
