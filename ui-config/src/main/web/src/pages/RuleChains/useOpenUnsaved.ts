// SPDX-License-Identifier: Apache-2.0
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { createRuleChain } from '../../api/ruleChains';
import type { ChainInFile } from '../../model/chain/exportFile';
import type { UnsavedChain } from '../RuleChain/openRequest';

interface OpenUnsaved {
  /** Opens the chain; selects a node unless its index is null. */
  readonly open: (chain: ChainInFile, nodeIndex: number | null) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Opens a rule chain that cannot be saved as it is: makes an empty one, and its nodes are changes to save. */
export function useOpenUnsaved(): OpenUnsaved {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ chain }: { readonly chain: ChainInFile; readonly node: number | null }) =>
      createRuleChain(chain.name, chain.description),
    onSuccess: ({ id }, { chain: { metadata }, node }) => {
      void queries.invalidateQueries({ queryKey: ['ruleChains'] });
      const state: UnsavedChain = { unsaved: metadata };
      const query = node === null ? '' : `?node=${node}`;
      void navigate(`/rule-chains/${id.id}${query}`, { state });
    },
  });
  return { open: (chain, node) => mutate({ chain, node }), isPending, error };
}
