// SPDX-License-Identifier: Apache-2.0
import type { RuleChain } from '../../api/ruleChains';
import { RenameDialog } from '../../components/chain/PropertiesDialog';
import { UsedByDialog } from '../../components/chain/UsedByDialog';
import { AddAfterDialog, AddDialog, InsertDialog } from './AddDialogs';
import { useChain, useEditing } from './chainContext';
import { ConnectDialog } from './ConnectDialog';
import { HelpDialog } from './HelpDialog';
import { LabelsDialog } from './LabelsDialog';
import { NodeTableDialog } from './NodeTableDialog';
import { ReplaceDialog } from './ReplaceDialog';
import { SaveDialog } from './SaveDialog';

/** The dialog that is open. */
export function Dialogs({ chain }: { readonly chain: RuleChain }) {
  const { store } = useEditing();
  const dialog = useChain((state) => state.dialog);
  const close = () => store.getState().show(undefined);
  switch (dialog?.kind) {
    case 'add':
      return <AddDialog {...dialog} onClose={close} />;
    case 'addAfter':
      return <AddAfterDialog {...dialog} onClose={close} />;
    case 'insert':
      return <InsertDialog {...dialog} onClose={close} />;
    case 'connect':
      return <ConnectDialog {...dialog} onClose={close} />;
    case 'labels':
      return <LabelsDialog {...dialog} onClose={close} />;
    case 'replace':
      return <ReplaceDialog {...dialog} onClose={close} />;
    case 'usedBy':
      return <UsedByDialog chain={chain} onClose={close} />;
    case 'save':
      return <SaveDialog chain={chain} onClose={close} />;
    case 'rename':
      return (
        <RenameDialog
          chain={chain}
          onSaved={({ version }) => store.getState().acceptRename(version)}
          onClose={close}
        />
      );
    case 'table':
      return <NodeTableDialog onClose={close} />;
    case 'help':
      return <HelpDialog onClose={close} />;
    case undefined:
      return null;
  }
}
