// SPDX-License-Identifier: Apache-2.0
import { Button, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChain } from '../chainContext';
import { useTest, useTesting } from './testContext';
import classes from './TestPanel.module.css';

const FIRST = 'FIRST';

/** The node that the message enters. */
export function StartInput() {
  const { t } = useTranslation();
  const { store } = useTesting();
  const start = useTest(({ draft }) => draft.start);
  const nodes = useChain(({ history }) => history.present.nodes);
  const selection = useChain((state) => state.selection);
  const [selected] = selection.nodes.size === 1 ? selection.nodes : [];
  const set = (id: string | null) =>
    store.getState().change({ start: id === FIRST || id === null ? null : id });
  const missing = start !== null && !nodes.has(start);

  return (
    <div className={classes.row}>
      <Select
        className={classes.grow ?? ''}
        label={t('chainTest.start')}
        labelProps={{ className: classes.label }}
        data={[
          { value: FIRST, label: t('chainTest.firstNode') },
          ...[...nodes.values()].map(({ id, number, name }) => ({
            value: id,
            label: `#${number} ${name}`,
          })),
          ...(missing ? [{ value: start, label: t('chainTest.missingNode') }] : []),
        ]}
        value={start ?? FIRST}
        error={missing ? t('chainTest.missingStart') : undefined}
        searchable
        allowDeselect={false}
        onChange={set}
      />
      {selected !== undefined && selected !== start && (
        <Button variant="default" size="xs" onClick={() => set(selected)}>
          {t('chainTest.startSelected', { name: nodes.get(selected)?.name ?? '' })}
        </Button>
      )}
    </div>
  );
}
