// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { RuleChain } from '../../api/ruleChains';
import { Dialog } from '../Dialog';
import { UsedBy } from './UsedBy';

interface UsedByDialogProps {
  readonly chain: RuleChain;
  readonly onClose: () => void;
}

/** What sends messages into the chain. */
export function UsedByDialog({ chain, onClose }: UsedByDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('usedBy.title', { name: chain.name })} onClose={onClose}>
      <UsedBy chainId={chain.id.id} onLeave={onClose} />
    </Dialog>
  );
}
