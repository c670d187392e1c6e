// SPDX-License-Identifier: Apache-2.0
import { Anchor, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Delivery } from '../../api/paths';
import { EntityName } from '../../components/EntityName';
import { OutcomeText } from '../../components/message/OutcomeText';
import { durationText } from '../../model/duration';
import { canvasOf, keyOf } from '../../model/path';
import { exactTime } from '../../model/time';
import classes from './Messages.module.css';

const LEAST_WIDTH = 720;

/** The messages that were found; the time leads to the way on the canvas. */
export function FoundTable({ found }: { readonly found: readonly Delivery[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <Table.ScrollContainer
        minWidth={LEAST_WIDTH}
        scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      >
        <Table verticalSpacing={6} borderColor="var(--line)" aria-label={t('messageSearch.found')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('paths.time')}</Table.Th>
              <Table.Th>{t('messageSearch.originator')}</Table.Th>
              <Table.Th>{t('messageSearch.type')}</Table.Th>
              <Table.Th>{t('paths.outcome')}</Table.Th>
              <Table.Th>{t('paths.duration')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((delivery) => (
              <FoundRow key={keyOf(delivery)} delivery={delivery} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

function FoundRow({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const { endedTs, originator, type, micros } = delivery;
  const canvas = canvasOf(delivery);
  const time = exactTime(endedTs);
  return (
    <Table.Tr>
      <Table.Td className={classes.clock ?? ''}>
        {canvas === undefined ? (
          time
        ) : (
          <Anchor component={Link} size="sm" to={canvas} aria-label={t('paths.show', { time })}>
            {time}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>
        <EntityName entityType={originator.entityType} id={originator.id} />
      </Table.Td>
      <Table.Td className={classes.breaking ?? ''}>{type}</Table.Td>
      <Table.Td>
        <OutcomeText delivery={delivery} />
      </Table.Td>
      <Table.Td className={classes.clock ?? ''}>
        {typeof micros === 'number' && durationText(micros)}
      </Table.Td>
    </Table.Tr>
  );
}
