// SPDX-License-Identifier: Apache-2.0
import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isListed } from '../../../api/choices';
import { NO_TEXTS } from '../../../components/nodeform/fields/choice';
import { ListedEntityInput } from '../../../components/nodeform/fields/EntityInput';
import { useTest, useTesting } from './testContext';
import classes from './TestPanel.module.css';

/** The entity that the message is about: a device by its name, or what a test case or a dead letter has. */
export function OriginatorInput() {
  const { t } = useTranslation();
  const { store } = useTesting();
  const originator = useTest(({ draft }) => draft.originator);
  const id = useId();
  const type = originator?.entityType ?? 'DEVICE';
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {t('chainTest.originator')}
      </label>
      <div className={classes.row}>
        <div className={classes.grow}>
          {isListed(type) ? (
            <ListedEntityInput
              key={type}
              id={id}
              entityType={type}
              value={originator?.id ?? null}
              onChange={(chosen) =>
                store.getState().change({
                  originator: chosen === null ? null : { entityType: type, id: chosen },
                })
              }
              placeholder={t('chainTest.noOriginator')}
              clearable={false}
              readOnly={false}
              texts={NO_TEXTS}
            />
          ) : (
            <Text id={id} size="sm">
              {type} {originator?.id}
            </Text>
          )}
        </div>
        {originator !== null && (
          <Button
            variant="default"
            size="xs"
            onClick={() => store.getState().change({ originator: null })}
          >
            {t('chainTest.clearOriginator')}
          </Button>
        )}
      </div>
    </div>
  );
}
