// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alarm } from '../../api/alarms';
import { Panel } from '../../components/Panel';
import { exactTime } from '../../model/time';
import classes from './AlarmPage.module.css';

/** The times of an alarm, as far as they have come, and its data. */
export function AlarmFacts({ alarm }: { readonly alarm: Alarm }) {
  const { t } = useTranslation();
  const times = [
    ['created', alarm.createdTime],
    ['started', alarm.startTs],
    ['ended', alarm.endTs],
    ['acknowledged', alarm.ackTs],
    ['cleared', alarm.clearTs],
    ['assigned', alarm.assignTs],
  ] as const;
  const data = JSON.stringify(alarm.details, null, 2);
  return (
    <Panel title={t('alarms.facts')}>
      <dl className={classes.facts}>
        {times
          .filter(([, time]) => time > 0)
          .map(([name, time]) => (
            <Fact key={name} name={t(`alarms.fact.${name}`)}>
              {exactTime(time)}
            </Fact>
          ))}
        {data !== '{}' && (
          <Fact name={t('alarms.fact.details')}>
            <pre>{data}</pre>
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
