// SPDX-License-Identifier: Apache-2.0

export interface Claims {
  /** The user's e-mail address. */
  readonly subject: string;
  readonly scopes: readonly string[];
}

/**
 * What an access token says of its user. The signature is the server's affair: the claims only decide what is shown,
 * never what is allowed.
 *
 * @throws Error where the text is not a JSON Web Token (RFC 7519)
 */
export function readClaims(token: string): Claims {
  const payload = token.split('.')[1];
  if (payload === undefined) {
    throw new Error('Not a JSON Web Token: it has no payload.');
  }
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  );
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown; scopes?: unknown };
  return {
    subject: typeof claims.sub === 'string' ? claims.sub : '',
    scopes: Array.isArray(claims.scopes) ? claims.scopes.map(String) : [],
  };
}
