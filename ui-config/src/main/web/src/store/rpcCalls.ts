// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { signInState } from '../api/session';
import { CALLS_KEPT, NEW_RPC, withCall, type RpcCall } from '../model/rpc';

function prefixOf(user: string): string {
  return `millrace.rpc|${user}|`;
}

/**
 * The latest calls of a device. They are kept in this tab, until its user signs out or it is closed. A browser without
 * room keeps them until the page is left.
 */
export function useRpcCalls(deviceId: string): readonly [readonly RpcCall[], (c: RpcCall) => void] {
  const key = `${prefixOf(signInState().session?.userId ?? '')}${deviceId}`;
  const [calls, setCalls] = useState(() => callsIn(sessionStorage.getItem(key)));
  const add = (call: RpcCall) => {
    const next = withCall(calls, call);
    setCalls(next);
    try {
      sessionStorage.setItem(key, JSON.stringify(next));
    } catch {
      sessionStorage.removeItem(key);
    }
  };
  return [calls, add];
}

/** Removes the calls of a user from this tab: their parameters may be secrets. */
export function dropRpcCalls(user: string): void {
  Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefixOf(user)))
    .forEach((key) => sessionStorage.removeItem(key));
}

/** What an earlier version has stored may lack a property. */
function callsIn(text: string | null): readonly RpcCall[] {
  try {
    const calls = JSON.parse(text ?? '[]') as readonly RpcCall[];
    return calls
      .slice(0, CALLS_KEPT)
      .map((call) => ({ ...call, draft: { ...NEW_RPC, ...call.draft } }));
  } catch {
    return [];
  }
}
