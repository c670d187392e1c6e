// SPDX-License-Identifier: Apache-2.0
import { useSearchParams } from 'react-router';
import { paramsIn } from '../model/address';

/**
 * Changes the part of the page's address after "?".
 *
 * @param change makes the new part of the present one; it may change what it is given
 * @param replace whether the new address replaces the present one in the history
 */
export type ChangeAddress = (
  change: (present: URLSearchParams) => URLSearchParams,
  replace?: boolean,
) => void;

/**
 * The part of the page's address after "?" as the page is drawn, and how to change it.
 *
 * A change starts from the address as it is, not as it is drawn: the router draws a new address in a transition, and a
 * click before its end would undo it.
 */
export function useAddress(): readonly [URLSearchParams, ChangeAddress] {
  const [drawn, setParams] = useSearchParams();
  return [
    drawn,
    (change, replace = false) => setParams(change(paramsIn(window.location.hash)), { replace }),
  ];
}
