// SPDX-License-Identifier: Apache-2.0
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readOutputLabels } from '../../api/ruleChains';
import { Dialog } from '../../components/Dialog';
import { calledChain, labelsOf, likelyLabel, takesOtherLabels } from '../../model/chain/catalogue';
import { connectionId, type NodeId } from '../../model/chain/document';
import { useChain, useEditing } from './chainContext';
import classes from './Editor.module.css';

/** With more labels than this, the dialog has a search. */
const MANY = 9;

interface LabelsDialogProps {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly onClose: () => void;
}

/** Chooses the labels of a connection. */
export function LabelsDialog({ from, to, onClose }: LabelsDialogProps) {
  const { t } = useTranslation();
  const { catalogue, commands } = useEditing();
  const document = useChain(({ history }) => history.present);
  const source = document.nodes.get(from);
  const component = source && catalogue.find(source.type);
  const present = document.connections.get(connectionId(from, to))?.labels;
  const called = source && calledChain(source, component);
  const { data: outputLabels = [] } = useQuery({
    queryKey: ['ruleChain', called, 'outputLabels'],
    queryFn: ({ signal }) => readOutputLabels(called ?? '', signal),
    enabled: called !== undefined,
  });

  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const likely = likelyLabel(document, from, component, to);
    return present ?? (likely === undefined ? [] : [likely]);
  });
  const [own, setOwn] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const [filter, setFilter] = useState('');

  const emitted = [...new Set([...outputLabels, ...labelsOf(component)])];
  const offered = [...new Set([...emitted, ...(present ?? []), ...own])];
  const shown = offered.filter((label) => label.toLowerCase().includes(filter.toLowerCase()));
  const free = takesOtherLabels(component);
  const pending = text.trim();

  const addOwn = () => {
    if (pending !== '') {
      setOwn([...own, pending]);
      setChosen([...new Set([...chosen, pending])]);
      setText('');
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const labels = [...new Set([...chosen, ...(pending === '' ? [] : [pending])])];
    if (labels.length > 0) {
      commands.setLabels(from, to, labels);
      onClose();
    }
  };
  return (
    <Dialog
      title={t('connect.labelsTitle', {
        from: source?.name ?? '',
        to: document.nodes.get(to)?.name ?? '',
      })}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('connect.labelsHelp')}
          </Text>
          {offered.length > MANY && (
            <TextInput
              type="search"
              size="xs"
              aria-label={t('connect.labelFilter')}
              placeholder={t('connect.labelFilter')}
              value={filter}
              data-autofocus
              onChange={({ currentTarget: { value } }) => setFilter(value)}
            />
          )}
          <Checkbox.Group
            aria-label={t('panel.editLabels')}
            value={[...chosen]}
            onChange={setChosen}
          >
            <Stack gap={8} className={classes.labelList ?? ''}>
              {shown.map((label, index) => (
                <Checkbox
                  key={label}
                  value={label}
                  label={
                    free || emitted.includes(label) ? label : t('connect.notEmitted', { label })
                  }
                  data-autofocus={(offered.length <= MANY && index === 0) || undefined}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          {free && (
            <Group gap="xs" align="end" wrap="nowrap">
              <TextInput
                label={t('connect.otherLabel')}
                size="xs"
                flex={1}
                value={text}
                onChange={({ currentTarget: { value } }) => setText(value)}
              />
              <Button variant="default" size="xs" disabled={pending === ''} onClick={addOwn}>
                {t('connect.addLabel')}
              </Button>
            </Group>
          )}
          <Group justify="flex-end" gap="xs">
            {chosen.length === 0 && pending === '' && (
              <Text size="xs" c="dimmed" mr="auto">
                {t('connect.needsLabel')}
              </Text>
            )}
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={chosen.length === 0 && pending === ''}>
              {t(present === undefined ? 'connect.confirm' : 'connect.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
