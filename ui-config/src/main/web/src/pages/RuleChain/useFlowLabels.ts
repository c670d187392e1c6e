// SPDX-License-Identifier: Apache-2.0
import type { AriaLabelConfig } from '@xyflow/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** What React Flow says to screen readers by itself. A drawing that cannot be edited has no keys to tell of. */
export function useFlowLabels(isEdited: boolean): Partial<AriaLabelConfig> {
  const { t } = useTranslation();
  return useMemo(() => {
    const nodeHelp = isEdited ? t('editor.nodeHelp') : '';
    return {
      'controls.ariaLabel': t('editor.controls'),
      'controls.zoomIn.ariaLabel': t('editor.zoomIn'),
      'controls.zoomOut.ariaLabel': t('editor.zoomOut'),
      'controls.fitView.ariaLabel': t('editor.fit'),
      'edge.a11yDescription.default': isEdited ? t('editor.connectionHelp') : '',
      'handle.ariaLabel': t('editor.handle'),
      'minimap.ariaLabel': t('editor.overview'),
      'node.a11yDescription.ariaLiveMessage': ({ x, y }) => t('editor.movedTo', { x, y }),
      'node.a11yDescription.default': nodeHelp,
      'node.a11yDescription.keyboardDisabled': nodeHelp,
    };
  }, [t, isEdited]);
}
