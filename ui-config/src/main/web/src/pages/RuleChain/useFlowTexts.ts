// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../model/chain/catalogue';
import type { FlowTexts } from './flow';

/** The names of what is drawn, for screen readers. */
export function useFlowTexts(catalogue: Catalogue): FlowTexts {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      ruleNode: ({ name, number, type }, isFirst) =>
        t(isFirst ? 'editor.nodeNameFirst' : 'editor.nodeName', {
          name,
          number,
          type: catalogue.find(type)?.name ?? type,
        }),
      entry: (first) =>
        first === undefined ? t('editor.entryNone') : t('editor.entryFirst', { name: first }),
      note: ({ text }) => `${t('editor.noteName')}: ${text}`,
      connection: ({ from, to, labels }, { nodes }) =>
        t('editor.connection', {
          from: nodes.get(from)?.name ?? '',
          to: nodes.get(to)?.name ?? '',
          labels: labels.join(', '),
        }),
    }),
    [t, catalogue],
  );
}
