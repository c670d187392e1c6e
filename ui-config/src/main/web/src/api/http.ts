// SPDX-License-Identifier: Apache-2.0
import { i18n } from '../i18n/i18n';
import { readJson, writeJson } from '../model/exactJson';
import { isJsonObject, type Json } from '../model/json';

const TIMEOUT_MS = 10_000;
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/** An answer of the server that is not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The JSON of the answer, which may say more than the message; undefined if it is none. */
  readonly details: Json | undefined;

  constructor(status: number, message: string, details?: Json) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The server gave no answer: it is down, unreachable or too slow. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor() {
    super(i18n.t('errors.unreachable'));
  }
}

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  /** A body that is JSON already, for numbers whose notation counts. */
  readonly json?: string;
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether numbers of the answer that a double does not hold are read without loss, as `ExactNumber`. */
  readonly exact?: boolean;
  /** Whether the text of the answer is wanted, not the JSON that it is. */
  readonly raw?: boolean;
  readonly timeoutMs?: number;
  /**
   * Statuses of gateways that are a refusal if they come in the server's own words: the server is there, but has no
   * room, or a device does not answer. Otherwise they are an outage.
   */
  readonly refusesWith?: readonly number[];
  /** True if the browser shall complete the request even when the page is closed. */
  readonly outlivesPage?: boolean;
}

/**
 * Sends a request and reads the JSON of its answer; undefined if the answer is empty. Paths are relative to the page, as its other links are.
 *
 * @throws ApiError where the server refuses
 * @throws UnreachableError where it does not answer in time
 */
export async function send<T>(path: string, request: HttpRequest = {}): Promise<T> {
  const { status, text, isHtml } = await answerTo(path, request);
  if (status >= 200 && status < 300) {
    if (request.raw === true) {
      return text as T;
    }
    return (
      text === '' ? undefined : request.exact === true ? readJson(text) : JSON.parse(text)
    ) as T;
  }
  const isOwn = request.refusesWith?.includes(status) === true && !isHtml && text !== '';
  throw isOwn ? refusal(status, text, isHtml) : errorOf(status, text, isHtml);
}

function errorOf(status: number, text: string, isHtml: boolean): Error {
  return GATEWAY_STATUSES.includes(status) ? new UnreachableError() : refusal(status, text, isHtml);
}

/**
 * True if the server answers with a success or a redirect, which is not followed; false if it refuses with the status.
 *
 * @throws ApiError where the server refuses with another status
 * @throws UnreachableError where it does not answer in time
 */
export async function succeeds(
  path: string,
  refusedBy: number,
  request: HttpRequest = {},
): Promise<boolean> {
  const { status, text, isHtml, isRedirect } = await answerTo(path, {
    ...request,
    redirect: 'manual',
  });
  if (isRedirect || (status >= 200 && status < 300)) {
    return true;
  }
  if (status === refusedBy) {
    return false;
  }
  throw errorOf(status, text, isHtml);
}

interface Answer {
  readonly isRedirect: boolean;
  readonly status: number;
  readonly text: string;
  readonly isHtml: boolean;
}

async function answerTo(
  path: string,
  {
    method = 'GET',
    body,
    json,
    token,
    signal,
    timeoutMs = TIMEOUT_MS,
    outlivesPage = false,
    redirect = 'follow',
  }: HttpRequest & Pick<RequestInit, 'redirect'>,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== undefined) {
    headers.set('Authorization', `Bearer ${token}`);
  }
  const content = json ?? (body === undefined ? undefined : writeJson(body));
  if (content !== undefined) {
    headers.set('Content-Type', 'application/json');
  }
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: content ?? null,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      cache: 'no-store',
      keepalive: outlivesPage,
      redirect,
    });
    if (response.type === 'opaqueredirect') {
      return { isRedirect: true, status: response.status, text: '', isHtml: false };
    }
    return {
      isRedirect: false,
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

function refusal(status: number, text: string, isHtml: boolean): ApiError {
  const details = jsonIn(text);
  const message = details === undefined ? plainText(text, isHtml) : messageIn(details);
  return new ApiError(status, message ?? i18n.t('errors.status', { status }), details);
}

function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The server's own words: in an error object, or as plain text, as the telemetry API answers. */
function messageIn(details: Json): string | undefined {
  const message = isJsonObject(details) ? details.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

function plainText(text: string, isHtml: boolean): string | undefined {
  return text === '' || isHtml ? undefined : text;
}
