// SPDX-License-Identifier: Apache-2.0
import { Icon } from '../icons';

/** What is watched. */
export function EyeIcon() {
  return (
    <Icon>
      <path d="M2 10c2-3.6 4.7-5.4 8-5.4s6 1.8 8 5.4c-2 3.6-4.7 5.4-8 5.4S4 13.6 2 10zM10 7.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8" />
    </Icon>
  );
}
