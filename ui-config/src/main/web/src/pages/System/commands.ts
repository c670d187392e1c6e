// SPDX-License-Identifier: Apache-2.0

/**
 * Commands for a POSIX shell with curl and jq that create a tenant with an administrator, and print the link with which
 * the administrator sets the password.
 *
 * @param base the address of Millrace, with the closing slash
 * @param user the e-mail address of the administrator of the installation
 */
export function tenantCommands(base: string, user: string): string {
  const login = { username: user, password: 'PASSWORD' };
  return `MILLRACE=${quoted(base.replace(/\/$/, ''))}
TOKEN=$(curl -s -H 'Content-Type: application/json' "$MILLRACE/api/auth/login" \\
  -d ${quoted(JSON.stringify(login))} | jq -r .token)
call() { curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }
TENANT=$(call "$MILLRACE/api/tenant" -d '{"title":"Plant North"}' | jq -r .id.id)
USER_ID=$(call "$MILLRACE/api/user" -d '{"authority":"TENANT_ADMIN","email":"admin@plant.example",
  "tenantId":{"entityType":"TENANT","id":"'"$TENANT"'"}}' | jq -r .id.id)
call "$MILLRACE/api/user/$USER_ID/activationLink"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
