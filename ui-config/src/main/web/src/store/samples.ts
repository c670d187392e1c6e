// SPDX-License-Identifier: Apache-2.0

function prefixOf(user: string): string {
  return `millrace.sample|${user}|`;
}

/**
 * The key of the sample message of a node in the storage of the tab.
 *
 * @param user id of the user
 */
export function sampleKey(user: string, chainId: string, nodeName: string): string {
  return `${prefixOf(user)}${chainId}|${nodeName}`;
}

/** Removes all sample messages of a user from this tab. */
export function dropSamples(user: string): void {
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefixOf(user)))
    .forEach((key) => sessionStorage.removeItem(key));
}
