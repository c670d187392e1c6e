// SPDX-License-Identifier: Apache-2.0

/** What a finding is about, as the REST API names it. */
export type FindingKind =
  | 'TYPE_OF_THINGSBOARD_PE'
  | 'TYPE_NOT_YET'
  | 'UNKNOWN_TYPE'
  | 'CONFIGURATION'
  | 'MISSING_CHAIN'
  | 'UNREACHABLE'
  | 'LABEL_NEVER_EMITTED'
  | 'FAILURE_NOT_CONNECTED'
  | 'SAME_NAME'
  | 'NO_FIRST_NODE'
  | 'STRUCTURE';

/** An error or a warning that the server found in a rule chain. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly kind?: FindingKind;
  /** The node type, name, label or id that it is about; absent for other kinds. */
  readonly subject?: string;
  /** Index of the node in the request; absent if the finding is about the whole chain. */
  readonly nodeIndex?: number;
  /** Path of the field, such as `nodes[3].configuration.tbelScript`. */
  readonly field: string;
  readonly message: string;
}

/** Whether a finding is a node type that the server does not have. */
export function isMissingType({ kind }: { readonly kind?: FindingKind }): boolean {
  return kind === 'TYPE_OF_THINGSBOARD_PE' || kind === 'TYPE_NOT_YET' || kind === 'UNKNOWN_TYPE';
}
