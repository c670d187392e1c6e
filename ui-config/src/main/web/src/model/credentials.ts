// SPDX-License-Identifier: Apache-2.0
import type { CredentialsRequest, DeviceCredentials } from '../api/types';

/** The kinds of credentials that the server supports. */
export const CREDENTIALS_TYPES = ['ACCESS_TOKEN', 'MQTT_BASIC'] as const;
export type CredentialsKind = (typeof CREDENTIALS_TYPES)[number];

/** What a user enters as credentials; the fields of the other type are kept until the dialog closes. */
export interface CredentialsDraft {
  readonly type: CredentialsKind;
  readonly token: string;
  readonly clientId: string;
  readonly userName: string;
  readonly password: string;
}

/** Why the server would refuse credentials. */
export type CredentialsProblem = 'noToken' | 'noName' | 'passwordNeedsName';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TOKEN_LENGTH = 20;
/** Greater bytes are left out: each letter shall be as likely as the others. */
const FAIR = 256 - (256 % ALPHABET.length);

export function draftOf({
  credentialsType,
  credentialsId,
  credentialsValue,
}: DeviceCredentials): CredentialsDraft {
  const basic = credentialsType === 'MQTT_BASIC' ? partsOf(credentialsValue) : {};
  return {
    type: credentialsType === 'MQTT_BASIC' ? 'MQTT_BASIC' : 'ACCESS_TOKEN',
    token: credentialsType === 'ACCESS_TOKEN' ? credentialsId : '',
    clientId: textOf(basic.clientId),
    userName: textOf(basic.userName),
    password: textOf(basic.password),
  };
}

function partsOf(value: string | null): Readonly<Record<string, unknown>> {
  return value === null ? {} : (JSON.parse(value) as Readonly<Record<string, unknown>>);
}

function textOf(part: unknown): string {
  return typeof part === 'string' ? part : '';
}

export function problemOf(draft: CredentialsDraft): CredentialsProblem | undefined {
  const { type, token, clientId, userName, password } = draft;
  if (type === 'ACCESS_TOKEN') {
    return token.trim() === '' ? 'noToken' : undefined;
  }
  if (clientId === '' && userName === '') {
    return 'noName';
  }
  return password !== '' && userName === '' ? 'passwordNeedsName' : undefined;
}

/** The request that replaces credentials, unless they were changed meanwhile. */
export function requestOf(
  { type, token, clientId, userName, password }: CredentialsDraft,
  { id, deviceId, version }: DeviceCredentials,
): CredentialsRequest {
  const target = { id, deviceId, version, credentialsType: type };
  const orNull = (part: string) => (part === '' ? null : part);
  return type === 'ACCESS_TOKEN'
    ? { ...target, credentialsId: token.trim(), credentialsValue: null }
    : {
        ...target,
        credentialsId: null,
        credentialsValue: JSON.stringify({
          clientId: orNull(clientId),
          userName: orNull(userName),
          password: orNull(password),
        }),
      };
}

/** A random token of 20 letters and digits, as the server generates. */
export function newToken(): string {
  let token = '';
  while (token.length < TOKEN_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(TOKEN_LENGTH))) {
      token += byte < FAIR ? ALPHABET.charAt(byte % ALPHABET.length) : '';
    }
  }
  return token.slice(0, TOKEN_LENGTH);
}
