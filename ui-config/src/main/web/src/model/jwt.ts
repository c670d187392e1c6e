// SPDX-License-Identifier: Apache-2.0

const AUTHORITIES = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;

/** The role of a user. */
export type Authority = (typeof AUTHORITIES)[number];

export interface Claims {
  readonly userId: string;
  /** The user's e-mail address. */
  readonly subject: string;
  readonly authority: Authority;
  /** The customer of a CUSTOMER_USER; an id that stands for none for other users. */
  readonly customerId: string;
}

/**
 * What an access token says of its user. The signature is the server's affair: the claims only decide what is shown,
 * never what is allowed.
 *
 * @throws Error where the text is not an access token: a JSON Web Token (RFC 7519) with the claims of one
 */
export function readClaims(token: string): Claims {
  const payload = token.split('.')[1];
  if (payload === undefined) {
    throw new Error('Not a JSON Web Token: it has no payload.');
  }
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  );
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>;
  const scopes: readonly unknown[] = Array.isArray(claims.scopes) ? claims.scopes : [];
  const authority = AUTHORITIES.find((name) => scopes.includes(name));
  if (authority === undefined || typeof claims.userId !== 'string') {
    throw new Error('Not an access token: it names no user with an authority.');
  }
  return {
    userId: claims.userId,
    subject: textOf(claims.sub),
    authority,
    customerId: textOf(claims.customerId),
  };
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}
