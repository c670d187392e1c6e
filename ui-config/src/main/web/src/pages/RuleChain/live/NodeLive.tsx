// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { heatOf } from '../../../model/live';
import { useLive } from './liveContext';
import classes from './NodeLive.module.css';
import { useFigureTexts } from './useFigureTexts';

/** The live figures of a node, under its card. */
export function NodeLive({ nodeId }: { readonly nodeId: string }) {
  const { t } = useTranslation();
  const texts = useFigureTexts();
  const state = useLive(({ shown, byNode }) => (shown ? byNode.get(nodeId) : undefined));
  if (state === undefined) {
    return null;
  }
  const heat = heatOf(state);
  const { figures } = state;
  if (state.state !== 'RUNNING') {
    return (
      <div className={classes.figures} data-heat={heat} title={texts.fault(state)}>
        <b>{t(`liveFigures.broken.${state.state}`)}</b>
        <span className={classes.rest}>{state.reason}</span>
      </div>
    );
  }
  if (figures === undefined || heat === 'idle') {
    return (
      <div className={classes.figures} data-heat="idle">
        {t('liveFigures.noMessages')}
      </div>
    );
  }
  return (
    <div className={classes.figures} data-heat={heat} title={texts.all(figures)}>
      <b>{t('liveFigures.perSecond', { rate: texts.measure('rate', figures) })}</b>
      <span>{t('liveFigures.p99', { time: texts.measure('p99', figures) })}</span>
      {figures.failedPerSecond > 0 && (
        <span>{t('liveFigures.failures', { percent: texts.measure('failures', figures) })}</span>
      )}
      {figures.backlog > 0 && (
        <span className={classes.rest}>
          {t('liveFigures.backlog', { number: texts.measure('backlog', figures) })}
        </span>
      )}
    </div>
  );
}
