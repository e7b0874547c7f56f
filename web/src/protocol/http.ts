/** A refusal of the server, or `offline` if it could not be asked. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Further fields of the answer. */
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Where the house lies: everything is asked relative to it, so that it may lie under any path. */
export const base = new URL(document.baseURI);

/** The address of the socket. */
export function socketUrl(): string {
  const url = new URL('api/v1/socket', base);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Asks the API. */
export async function ask<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, token?: string | null): Promise<T> {
  let response: Response;
  try {
    response = await fetch(new URL(`api/v1/${path}`, base), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal('offline', 'no answer');
  }
  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  const { code = 'unavailable', message = response.statusText, ...more } = answer as Record<string, unknown>;
  throw new Refusal(String(code), String(message), more);
}
