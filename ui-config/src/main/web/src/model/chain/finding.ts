// SPDX-License-Identifier: Apache-2.0

/** An error or a warning that the server found in a rule chain. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** Index of the node in the request; absent if the finding is about the whole chain. */
  readonly nodeIndex?: number;
  /** Path of the field, such as `nodes[3].configuration.tbelScript`. */
  readonly field: string;
  readonly message: string;
}
