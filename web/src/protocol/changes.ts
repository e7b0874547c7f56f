/** Puts the changes of an update into a copy of the scene. Whatever has not changed is shared with the old one. */
export function apply<T extends object>(scene: T, changes: Readonly<Record<string, unknown>>): T {
  let changed: unknown = scene;
  for (const [path, value] of Object.entries(changes)) {
    changed = put(changed, path.split('.').map((part, at) => (at === 0 && part === '' ? 'view' : part)), value);
  }
  return changed as T;
}

function put(place: unknown, [part, ...rest]: string[], value: unknown): unknown {
  if (part === undefined) return value;
  if (Array.isArray(place)) {
    const copy = place.slice();
    if (rest.length > 0) copy[Number(part)] = put(copy[Number(part)], rest, value);
    else if (part.startsWith('-')) copy.splice(Number(part.slice(1)), value as number);
    else if (part.startsWith('+')) copy.splice(Number(part.slice(1)), 0, ...(value as unknown[]));
    else copy[Number(part)] = value;
    return copy;
  }
  const object = place as Record<string, unknown>;
  return { ...object, [part]: put(object[part], rest, value) };
}
