// SPDX-License-Identifier: Apache-2.0

const TIMEOUT_MS = 10_000;
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/** An answer of the server that is not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server gave no answer: it is down, unreachable or too slow. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor() {
    super('Millrace does not answer.');
  }
}

export interface HttpRequest {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request and reads the JSON of its answer. Paths are relative to the page, as its other links are.
 *
 * @throws ApiError where the server refuses
 * @throws UnreachableError where it does not answer in time
 */
export async function send<T>(path: string, request: HttpRequest = {}): Promise<T> {
  const { status, text, isHtml } = await answerTo(path, request);
  if (status >= 200 && status < 300) {
    return JSON.parse(text) as T;
  }
  throw GATEWAY_STATUSES.includes(status)
    ? new UnreachableError()
    : new ApiError(status, messageIn(text, isHtml) ?? `The server answered with status ${status}.`);
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isHtml: boolean;
}

async function answerTo(
  path: string,
  { method = 'GET', body, token, signal }: HttpRequest,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== undefined) {
    headers.set('Authorization', `Bearer ${token}`);
  }
  if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
  }
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      cache: 'no-store',
    });
    return {
      status: response.status,
      text: await response.text(),
      isHtml: response.headers.get('Content-Type')?.startsWith('text/html') ?? false,
    };
  } catch (e) {
    if (signal?.aborted === true) {
      throw e;
    }
    throw new UnreachableError();
  }
}

/** The server's own words: in an error object, or as plain text, as the telemetry API answers. */
function messageIn(text: string, isHtml: boolean): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return text === '' || isHtml ? undefined : text;
  }
}
