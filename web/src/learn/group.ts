/** Things with the same key together, in the order in which the keys first come. */
export function groupBy<T, K>(things: readonly T[], key: (thing: T) => K): [K, T[]][] {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const of = key(thing);
    groups.set(of, [...(groups.get(of) ?? []), thing]);
  }
  return [...groups];
}
