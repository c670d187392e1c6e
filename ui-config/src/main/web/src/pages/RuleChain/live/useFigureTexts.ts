// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  failureRate,
  formatMicros,
  formatRate,
  type Measure,
  type NodeFigures,
  type NodeState,
} from '../../../model/live';

/** Writes figures in the language of the user. */
export interface FigureTexts {
  readonly measure: (measure: Measure, figures: NodeFigures) => string;
  /** All figures in one sentence. */
  readonly all: (figures: NodeFigures) => string;
  /** Why a node takes no messages; undefined for one that does. */
  readonly fault: (state: NodeState) => string | undefined;
}

export function useFigureTexts(): FigureTexts {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  return useMemo(() => {
    const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const percents = new Intl.NumberFormat(language, {
      style: 'percent',
      maximumFractionDigits: 1,
    });
    const times = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
    const number = (value: number) => numbers.format(value);
    const texts: FigureTexts = {
      measure: (measure, figures) => {
        switch (measure) {
          case 'p99':
            return formatMicros(figures.p99Micros, number);
          case 'p50':
            return formatMicros(figures.p50Micros, number);
          case 'rate':
            return formatRate(figures.perSecond, number);
          case 'failures':
            return percents.format(failureRate(figures));
          case 'backlog':
            return number(figures.backlog);
        }
      },
      all: (figures) =>
        t('liveFigures.help', {
          rate: texts.measure('rate', figures),
          p50: texts.measure('p50', figures),
          p99: texts.measure('p99', figures),
          percent: texts.measure('failures', figures),
          backlog: texts.measure('backlog', figures),
        }),
      fault: ({ state, reason, openUntil }) => {
        if (state === 'RUNNING') {
          return undefined;
        }
        return state === 'BREAKER_OPEN' && openUntil !== null
          ? t('liveFigures.openUntil', { time: times.format(openUntil), reason })
          : t('liveFigures.notStarted', { reason });
      },
    };
    return texts;
  }, [t, language]);
}
