// SPDX-License-Identifier: Apache-2.0
import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleChain } from '../../api/ruleChains';
import { Canvas } from './Canvas';
import { useChain } from './chainContext';
import { Dialogs } from './Dialogs';
import { DraftOffer } from './DraftOffer';
import classes from './Editor.module.css';
import { FindingsPanel } from './FindingsPanel';
import { LeaveGuard } from './LeaveGuard';
import { Palette } from './Palette';
import { SearchProvider } from './SearchProvider';
import { SidePanel } from './SidePanel';
import { Toolbar } from './Toolbar';
import { useDraft } from './useDraft';
import { useKeys } from './useKeys';
import { useValidation } from './useValidation';

/** The drawing of a rule chain with everything to edit it. */
export function Editor({ chain }: { readonly chain: RuleChain }) {
  const { t } = useTranslation();
  const narrow = useMediaQuery('(max-width: 48rem)', false, { getInitialValueInEffect: false });
  const [palette, setPalette] = useState(!narrow);
  const [findings, setFindings] = useState(false);
  const announcement = useChain((state) => state.announcement);
  const isEmpty = useChain(
    ({ history: { present } }) => present.nodes.size + present.notes.size === 0,
  );
  useValidation();
  useDraft();
  useKeys();

  useEffect(() => {
    document.title = `${chain.name} – Millrace`;
  }, [chain.name]);

  return (
    <SearchProvider>
      <div className={classes.editor} data-full-page>
        <Toolbar
          chain={chain}
          paletteShown={palette}
          onTogglePalette={() => setPalette(!palette)}
          findingsShown={findings}
          onToggleFindings={() => setFindings(!findings)}
        />
        <div className={classes.columns}>
          {palette && <Palette />}
          <div className={classes.middle}>
            <div className={classes.canvas}>
              <Canvas />
              {isEmpty && (
                <div className={classes.empty}>
                  <p>{t('editor.empty')}</p>
                  <p>{t('editor.emptyHelp')}</p>
                </div>
              )}
              <DraftOffer />
            </div>
            {findings && <FindingsPanel onClose={() => setFindings(false)} />}
          </div>
          <SidePanel />
        </div>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </div>
      <Dialogs chain={chain} />
      <LeaveGuard />
    </SearchProvider>
  );
}
