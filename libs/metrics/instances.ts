/**
 * The living objects of a class, such as the connection pools of a process, whose state a gauge sums at a scrape. An object that is not
 * removed is forgotten with its memory.
 */
export class Instances<T extends object> {
  private readonly references = new Set<WeakRef<T>>();
  private readonly known = new WeakMap<T, WeakRef<T>>();

  add(instance: T): void {
    for (const reference of this.references) if (reference.deref() === undefined) this.references.delete(reference);
    const reference = new WeakRef(instance);
    this.references.add(reference);
    this.known.set(instance, reference);
  }

  remove(instance: T): void {
    const reference = this.known.get(instance);
    if (reference !== undefined) this.references.delete(reference);
  }

  /** The sum of a figure over all living objects. */
  sum(figure: (instance: T) => number): number {
    let sum = 0;
    for (const reference of this.references) {
      const instance = reference.deref();
      if (instance !== undefined) sum += figure(instance);
    }
    return sum;
  }
}
