// SPDX-License-Identifier: Apache-2.0
import type { RuleChain } from '../../api/ruleChains';
import { download } from '../../components/download';
import { exportFile, exportFileName } from '../../model/chain/exportFile';
import { toMetadata } from '../../model/chain/metadata';
import { useEditing } from './chainContext';

/** Exports the chain as it is drawn, saved or not. */
export function useExport(chain: RuleChain): () => void {
  const { store } = useEditing();
  return () => {
    const metadata = toMetadata(store.getState().history.present);
    download(exportFileName(chain.name), exportFile(chain, metadata));
  };
}
