/** What we add to the chance of a deal, so that the house alone cannot have chosen it. */
export function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
