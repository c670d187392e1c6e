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
import { FollowedMessage } from './follow/FollowedMessage';
import { LeaveGuard } from './LeaveGuard';
import { LivePanel } from './live/LivePanel';
import { LiveProvider } from './live/LiveProvider';
import { Palette } from './Palette';
import { SearchProvider } from './SearchProvider';
import { SidePanel } from './SidePanel';
import { TestPanel } from './test/TestPanel';
import { TestProvider } from './test/TestProvider';
import { Toolbar } from './Toolbar';
import { useDraft } from './useDraft';
import { useKeys } from './useKeys';
import { useValidation } from './useValidation';
import { WatchedProvider } from './watch/WatchedProvider';

/** The drawing of a rule chain with everything to edit it. */
export function Editor({ chain }: { readonly chain: RuleChain }) {
  const { t } = useTranslation();
  const narrow = useMediaQuery('(max-width: 48rem)', false, { getInitialValueInEffect: false });
  const [palette, setPalette] = useState(!narrow);
  const [bottom, setBottom] = useState<'findings' | 'live'>();
  const toggle = (panel: 'findings' | 'live') => (shown: boolean) =>
    setBottom(shown ? panel : undefined);
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
    <TestProvider>
      <SearchProvider>
        <LiveProvider chainId={chain.id.id}>
          <WatchedProvider>
            <div className={classes.editor} data-full-page>
              <Toolbar
                chain={chain}
                paletteShown={palette}
                onTogglePalette={() => setPalette(!palette)}
                findingsShown={bottom === 'findings'}
                onToggleFindings={() => toggle('findings')(bottom !== 'findings')}
                liveShown={bottom === 'live'}
                onShowLive={toggle('live')}
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
                  {bottom === 'findings' && <FindingsPanel onClose={() => setBottom(undefined)} />}
                  {bottom === 'live' && <LivePanel onClose={() => setBottom(undefined)} />}
                  <FollowedMessage />
                  <TestPanel chain={chain} />
                </div>
                <SidePanel />
              </div>
              <VisuallyHidden role="status">{announcement}</VisuallyHidden>
            </div>
            <Dialogs chain={chain} />
            <LeaveGuard />
          </WatchedProvider>
        </LiveProvider>
      </SearchProvider>
    </TestProvider>
  );
}
